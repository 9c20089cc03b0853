// Figure 1 of Powers 2003 as a live sheet: N, prevalence, decision probability and G %, and what follows from them.

import { sum, range, actuals, predictions, mixture, means, measures, gains } from "./arithmetic.js";
import { readNumber } from "./numbers.js";
import { setTable, end } from "./state.js";
import { signed, count } from "./words.js";
import { $ } from "./drawing.js";

const POOL = 10; // what perfect play wins on each label, as in the figure
const LABELS = ["yes", "no"];
const INPUTS = { size: "N", prevalence: "prevalence, %", decision: "decision probability, %", gain: "G %" };
export const FIGURE = { size: 100, prevalence: 70, decision: 80, gain: 0 };
const given = { ...FIGURE };

// Everything on the sheet: the counts, actual x predicted, and the blocks of the figure by their names there.
export function sheet({ size, prevalence, decision, gain }) {
  const table = mixture(prevalence / 100, decision / 100, gain / 100).map((row) => row.map((cell) => size * cell));
  const rows = actuals(table), columns = predictions(table), won = gains(table).map((each) => POOL * (each || 0));
  const pays = table.map((row, i) => row.map((cell, j) => (POOL * (i === j ? cell / rows[j] : -cell / (size - rows[j]))) || 0));
  return { table, rows, columns, pays, won, weighted: won.map((each, j) => (each * columns[j]) / size), ...means(table), accuracy: measures(table).accuracy };
}

const share = (value, digits = 2) => (Number.isFinite(value) ? `${(100 * value).toFixed(digits)}%` : "-");
const cells = (values, tag = "td") => values.map((each) => `<${tag}>${each}</${tag}>`).join("");
const row = (name, values) => `<tr><th scope="row">${name}</th>${cells(values)}</tr>`;
const head = (name, values) => `<tr><th scope="col">${name}</th>${values.map((each) => `<th scope="col">${each}</th>`).join("")}</tr>`;

function show() {
  const found = sheet(given), plain = (value) => count(Number(value.toFixed(6)));
  const money = (value) => signed(value, 2), [yes, no] = LABELS;
  $("sheet").innerHTML = [
    head("predicted", [yes, no, "all"]),
    ...range(2).map((i) => row(`actual ${LABELS[i]}`, [...found.table[i].map(plain), plain(found.rows[i])])),
    row("all", [...found.columns.map(plain), plain(sum(found.rows))]),
    row("decision probability", found.columns.map((each) => share(each / given.size, 1)).concat("")),
    head("rates and means", [yes, `${no} (inverse)`, "both"]),
    row("Recall, IRecall", [...found.recall.map((each) => share(each)), share(found.accuracy)]),
    row("Precision, IPrecision", [...found.precision.map((each) => share(each)), share(found.accuracy)]),
    row("F(0.5), IF, AvF", [...found.f.map((each) => share(each)), share(found.averageF)]),
    row("G(0.5), IG, AvG", [...found.g.map((each) => share(each)), share(found.averageG)]),
    row("H(R|P), bits", ["", "", found.conditionalEntropy.toFixed(4)]),
    head(`bookmaker, pool ${POOL}`, [`bet on ${yes}`, `bet on ${no}`, "all"]),
    ...range(2).map((i) => row(`${LABELS[i]} wins`, [...found.pays[i].map(money), money(sum(found.pays[i]))])),
    row("won", [...found.won.map(money), money(sum(found.weighted))]),
    row("weighted", [...found.weighted.map(money), money(sum(found.weighted))]),
  ].join("");
}

// A share must lie within its bounds; G may be negative: wrong on purpose.
function read(name, text) {
  const sign = /^\s*[-\u2212]/.test(text) && name === "gain" ? -1 : 1, value = readNumber(text.replace(/^\s*[-\u2212]/, sign < 0 ? "" : "x"));
  if (value === null || (name === "size" ? value <= 0 : value > 100) || (name === "prevalence" && !(value > 0 && value < 100))) return null;
  return sign * value;
}

// Put numbers into the fields and show what follows.
export function fill(values) {
  Object.assign(given, values);
  for (const field of $("inputs").querySelectorAll("input")) {
    field.value = given[field.name];
    field.removeAttribute("aria-invalid");
  }
  show();
}

export function startSheet() {
  $("inputs").innerHTML = Object.entries(INPUTS).map(([name, said]) => `<label>${said} <input inputmode="decimal" name="${name}"></label>`).join("");
  fill(FIGURE);
  $("inputs").addEventListener("input", ({ target }) => {
    const value = read(target.name, target.value);
    target.toggleAttribute("aria-invalid", value === null);
    if (value === null) return;
    given[target.name] = value;
    show();
  });
  $("show-sheet").addEventListener("click", () => {
    setTable("sheet", sheet(given).table, LABELS);
    end();
  });
}
