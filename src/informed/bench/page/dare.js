// The dare: a forecast that is right on 99.2% of days and wins nothing, then one that is right less often and wins.

import { sum, range, actuals, diagonal, total, payoffs, fairOdds, winnings, informedness } from "./arithmetic.js";
import { random, shuffled, margins } from "./random.js";
import { bankroll, STEPS, GREY } from "./book.js";
import { openPaste } from "./pasting.js";
import { setTable, end, fromAddress, asked } from "./state.js";
import { percent, coefficient, many, signed, number } from "./words.js";
import { $, svg, line, label, path, fit, later } from "./drawing.js";

const LABELS = ["rain", "sun"];
export const FORECASTS = { always: [[0, 30], [0, 3620]], alert: [[24, 6], [290, 3330]] }; // ten years in a dry place
const LEFT = 56, RIGHT = 96, TOP = 20, MARK = 2000;
const { always, alert } = FORECASTS, SEEN = "the dare was seen";
const right = (table) => percent(sum(diagonal(table)) / total(table));
const grouped = (whole) => many(Number(whole));
const won = (table) => Math.round(winnings(table, payoffs(table)));
let at = 1;

// Both bankrolls on one scale: a line that is flat beside the other is flat.
function drawRun() {
  const chance = random(3), [rows, columns] = margins(alert), paid = payoffs(alert);
  const grey = range(GREY).map(() => bankroll(shuffled(chance, rows, columns), paid, chance));
  const flat = bankroll(always, payoffs(always), chance), own = bankroll(alert, paid, chance), all = [...own, ...grey.flat()];
  const low = Math.min(...all), high = Math.max(...all), tall = $("run").clientHeight, width = fit($("run"), tall) - LEFT - RIGHT;
  const x = (step) => LEFT + (step / STEPS) * width, y = (value) => TOP + ((high - value) / (high - low)) * (tall - 2 * TOP);
  const drawn = (roll, kind) => path(roll.map((value, step) => [x(step), y(value)]), kind, { pathLength: 1 });
  const beside = (value, table, kind) => label(LEFT + width + 9, y(value) + 2, signed(value, 0).replace(/\d+/, grouped), { class: `much ${kind}` })
    + label(LEFT + width + 9, y(value) + 19, `${right(table)} right`, { class: kind });
  const scale = [0, MARK].flatMap((value) => [line(LEFT, y(value), LEFT + width, y(value), value ? "grid-line" : "axis-line"),
    label(LEFT - 8, y(value) + 4, signed(value, 0).replace(/\d+/, grouped), { "text-anchor": "end" })]);
  const before = [...scale, drawn(flat, at === 2 ? "flat run" : "flat"), beside(0, always, "flat-name")];
  const after = [...grey.map((roll) => drawn(roll, "grey")), drawn(own, "own run"), beside(own[STEPS], alert, "own-name late")];
  $("run").innerHTML = svg("g", {}, [...before, ...(at === 3 ? after : [])].join(""));
  $("run").setAttribute("aria-label", at === 2 ? "What the forecast has won, day by day: the line stays at 0."
    : `What both forecasts have won, day by day: one stays at 0, the other ends at ${many(won(alert))} units. Twelve guessers stay near 0.`);
}

const TOLD = {
  1: { title: `Right on ${right(always)} of days.\nAny good?`, text: "" },
  2: {
    title: "It always says 'sun'.\nIt wins nothing.",
    text: `Take each answer as a bet, at odds that are fair to someone who knows only how often it rains: 'sun' pays ${number(fairOdds(always)[1])}, 'rain' pays ${number(fairOdds(always)[0], 0)}. After ${many(total(always))} days it has won ${won(always)}.`,
    next: "Show me one that wins",
  },
  3: {
    title: `Right on ${right(alert)} of days.\nIt wins ${many(won(alert))}.`,
    text: `It is right less often, but it says 'rain' on ${alert[0][0]} of the ${actuals(alert)[0]} rainy days. That is knowledge, and fair odds pay for it: informedness ${coefficient(informedness(alert))}, where 0 is guessing and 1 is perfect. Grey: twelve guessers who say 'rain' as often.`,
    next: "Now your own table",
  },
};

function go(step, title = TOLD[step]?.title) {
  if (step > 3) {
    $("dare").close();
    return openPaste();
  }
  at = Math.max(1, step);
  const { text, next } = TOLD[at];
  $("dare").dataset.step = at;
  $("dare-title").textContent = title;
  $("dare-text").textContent = text;
  const shown = { "dare-start": at === 1, "dare-paste": at === 1, run: at > 1, "dare-on": at > 1, "dare-see": at === 3 };
  for (const [id, on] of Object.entries(shown)) $(id).toggleAttribute("hidden", !on);
  $("dare-next").textContent = next ?? "";
  if (at > 1) drawRun();
  $(at === 1 ? "dare-title" : "dare-next").focus();
  return undefined;
}

function open() {
  if (!$("dare").open) $("dare").showModal();
  go(1);
  try {
    window.localStorage.setItem(SEEN, "1");
  } catch { /* no storage, no memory */ }
}

// A reader who comes with a table, or who was here before, has the bench at once.
function due() {
  if (window.location.hash === "#dare") return true;
  try {
    return !asked().has("table") && !fromAddress() && !window.localStorage.getItem(SEEN);
  } catch {
    return true; // no storage: every visit is the first
  }
}

export function startDare() {
  $("why").addEventListener("click", open);
  $("dare").addEventListener("close", () => {
    if (window.location.hash === "#dare") window.history.replaceState(null, "", window.location.pathname);
  });
  $("dare-start").addEventListener("click", ({ target }) => {
    const { answer } = target.dataset;
    if (answer) go(2, answer === "no" ? `You are right.\n${TOLD[2].title}` : TOLD[2].title);
  });
  $("dare-next").addEventListener("click", () => go(at + 1));
  $("dare-back").addEventListener("click", () => go(at - 1));
  $("dare-see").addEventListener("click", () => {
    setTable("dare", alert, LABELS);
    end();
    $("dare").close();
  });
  $("dare").addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (way && !event.target.closest("textarea") && at + way <= 3) go(at + way);
  });
  $("dare-box").addEventListener("paste", () => setTimeout(judge));
  $("dare-judge").addEventListener("click", judge);
  window.addEventListener("resize", later(() => at > 1 && $("dare").open && drawRun()));
  if (due()) open();
}

const judge = () => openPaste($("dare-box").value);
