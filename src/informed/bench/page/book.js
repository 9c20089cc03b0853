// The bookmaker: what the answers win as bets, at fair odds or at others.

import { sum, range, actuals, predictions, ownStakes, fairOdds, payoffs, winnings, mixture, total, measures } from "./arithmetic.js";
import { random, shuffled, handful, asItems, margins } from "./random.js";
import { readNumber } from "./numbers.js";
import { state, setTable, setView, end } from "./state.js";
import { fill, FIGURE } from "./sheet.js";
import { signed, many, count, coefficient } from "./words.js";
import { $, line, label, path, later } from "./drawing.js";

export const STEPS = 90;
export const GREY = 12;
const LEFT = 20, WIDTH = 304, TOP = 26, HEIGHT = 206;
export const MODELS = [ // Powers 2003, Figure 1: prevalence 0.7, guesses that say "yes" with probability 0.8
  ["guesses", 0], ["always right", 1], ["15% informed", 0.15], ["15% perverse", -0.15],
];

// What one answer wins: the fair payoffs, with the odds and stakes that were given in their place.
export function pays(table) {
  const { pool = 1 } = state.book ?? {}, { odds, stakes } = bets(table), fair = fairOdds(table);
  return table.map((row, i) => row.map((_, j) => (fair[j] === 0 ? 0 : pool * stakes[j] * (i === j ? odds[j] : -1))));
}

// The bankroll at so many moments, when the items come in random order.
export function bankroll(table, paid, chance) {
  const kinds = [], wins = [];
  range(table.length).forEach((j) => {
    kinds.push(table[j][j], sum(table.map((row, i) => (i === j ? 0 : row[j]))));
    wins.push(paid[j][j], paid[(j + 1) % table.length][j]);
  });
  let left = sum(kinds), rolled = 0;
  return [0, ...range(STEPS).map((step) => {
    const drawn = handful(chance, kinds, Math.round(left / (STEPS - step)));
    drawn.forEach((size, k) => { kinds[k] -= size; rolled += size * wins[k]; });
    left -= sum(drawn);
    return rolled;
  })];
}

function drawBook() {
  const { table } = state, items = asItems(table), n = total(items), paid = pays(table), chance = random(7);
  if (!n) return;
  const [rows, columns] = margins(items);
  const grey = range(GREY).map(() => bankroll(shuffled(chance, rows, columns), paid, chance));
  const own = bankroll(items, paid, chance);
  const least = 0.1 * sum(rows.map((row, i) => row * Math.abs(paid[i][i]))) || 1e-9; // beside perfect answers nothing looks like nothing
  const all = [...own, ...grey.flat()], low = Math.min(...all, -least), high = Math.max(...all, least);
  const x = (step) => LEFT + (step / STEPS) * WIDTH, y = (value) => TOP + ((high - value) / (high - low)) * HEIGHT;
  const drawn = (roll, kind) => path(roll.map((value, step) => [x(step), y(value)]), kind);
  const mean = winnings(table, paid) / total(table), last = own[STEPS];
  const much = signed(last, Math.abs(last) < 1000 ? 1 : 0).replace(/\.0$/, "").replace(/\d+/, (whole) => many(Number(whole))), won = `${much} units`;
  $("bankroll").innerHTML = [line(LEFT, y(0), LEFT + WIDTH, y(0), "axis-line"), ...grey.map((roll) => drawn(roll, "grey")), drawn(own, "own"),
    label(LEFT - 5, y(0) + 4, "0", { "text-anchor": "end" }), label(LEFT + WIDTH + 7, y(last), much, { class: "ink" }), label(LEFT + WIDTH + 7, y(last) + 15, "units"),
    label(LEFT + WIDTH / 2, TOP + HEIGHT + 34, `${many(n)} items in random order; grey: guessers`, { "text-anchor": "middle" })].join("");
  const below = grey.filter((roll) => roll[STEPS] < -1e-9).length;
  $("house").textContent = `${below} of ${GREY} grey guessers end below 0.`;
  $("wins").textContent = `It wins ${signed(mean, 3)} per item.`;
  $("alike").hidden = table.length === 2 || Boolean(state.book);
  $("alike").textContent = `This is edge (Powers 2003): a label weighs as much as it is predicted. In informedness, ${coefficient(measures(table).informedness)}, it weighs as much as it occurs.`;
  $("bankroll").setAttribute("aria-label", `Bankroll over ${many(n)} items: it ends at ${won}. Guessers win ${signed(guessing(table, paid), 3)} per item on average.`);
}

// What a guesser with the same habits wins per item on average, at any odds.
export function guessing(table, paid) {
  const rows = actuals(table), columns = predictions(table), n = sum(rows);
  return winnings(rows.map((row) => columns.map((column) => row * column)), paid) / n ** 2;
}

// Fair odds are called so only while nobody has changed them.
const fair = {};
function tellOdds() {
  const { table, book } = state, paid = pays(table), changed = Boolean(book) && total(table) > 0;
  const perfect = sum(actuals(table).map((row, i) => row * paid[i][i])) / total(table);
  $("odds").textContent = changed && Object.keys(book.odds).length ? "the odds that you set." : fair.odds;
  $("pays").textContent = changed
    ? `as you have set the bets. Guessing with the same habits wins ${signed(guessing(table, paid), 3)} per item on average, a perfect predictor ${signed(perfect, 3)}.`
    : fair.pays;
}

// What a unit on each label pays, and how much is put on it.
export function bets(table) {
  const { odds = {}, stakes = {} } = state.book ?? {}, fair = fairOdds(table), own = ownStakes(table);
  return { odds: fair.map((each, j) => odds[j] ?? each), stakes: own.map((each, j) => stakes[j] ?? each) };
}

// One odd, one stake or the pool, as typed.
export function bet({ target }) {
  const value = readNumber(target.value), { kind, place } = target.dataset;
  if (value === null) {
    target.setAttribute("aria-invalid", "true");
    return;
  }
  target.removeAttribute("aria-invalid");
  const book = { odds: {}, stakes: {}, pool: 1, size: state.labels.length, ...state.book };
  if (!kind) book.pool = value;
  else book[kind] = { ...book[kind], [place]: value };
  setView({ book });
}

function models() {
  $("models").innerHTML = MODELS.map(([name, share], at) => {
    const table = mixture(0.7, 0.8, share), won = winnings(table, payoffs(table));
    const cells = table.map((row) => `<tr>${row.map((cell) => `<td>${count(Number((100 * cell).toFixed(6)))}</td>`).join("")}</tr>`).join("");
    return `<button type="button" data-model="${at}"><span>${name}</span><table role="presentation">${cells}</table><b>${signed(won, 2)}</b></button>`;
  }).join("");
}

const drawLater = later(drawBook);
export function startBook() {
  for (const id of ["odds", "pays"]) fair[id] = $(id).textContent;
  models();
  $("models").addEventListener("click", (event) => {
    const chosen = event.target.closest("button[data-model]");
    if (!chosen) return;
    const share = MODELS[chosen.dataset.model][1], table = mixture(0.7, 0.8, share);
    fill({ ...FIGURE, gain: 100 * share });
    setTable("model", table.map((row) => row.map((cell) => 100 * cell)), ["yes", "no"]);
    end();
  });
  $("pool").addEventListener("input", bet);
  $("fair").addEventListener("click", () => setView({ book: null }));
}

export function showBook() {
  $("fair").hidden = !state.book;
  if ($("pool") !== document.activeElement) $("pool").value = state.book?.pool ?? 1;
  tellOdds();
  drawLater();
}
