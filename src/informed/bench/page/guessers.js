// 2,000 guessers with the same habits: the answers are shuffled, and the informedness that is left is chance.

import { sum, range, informedness, actuals } from "./arithmetic.js";
import { random, shuffled, asItems, margins } from "./random.js";
import { state } from "./state.js";
import { coefficient, many } from "./words.js";
import { $, line, rect, label, still } from "./drawing.js";

export const GUESSERS = 2000;
const LEFT = 14, WIDTH = 372, FLOOR = 236, HEIGHT = 190;
let seed = 1, timer = 0;

// The informedness of so many guessers with the margins of a table.
export function guessed(table, size, chance) {
  const [rows, columns] = margins(asItems(table));
  return range(size).map(() => informedness(shuffled(chance, rows, columns)));
}

const farAs = (values, value) => values.filter((each) => Math.abs(each) >= Math.abs(value) - 1e-12).length;

// Bins as wide as the steps between possible values, or a whole number of them; few steps leave gaps between the bars.
function bins(table, values, value) {
  const rows = actuals(asItems(table)), n = sum(rows);
  const reach = 1.06 * Math.max(Math.abs(value), 0.05, ...values.map(Math.abs));
  const least = rows.length === 2 && rows[0] && rows[1] ? n / (rows[0] * rows[1]) : 0;
  const width = least > 0 ? least * Math.ceil(reach / 24 / least) : reach / 24;
  return { reach, width };
}

function draw(values, all, table) {
  const value = informedness(table), { reach, width } = bins(table, [...all, ...values], value);
  const x = (each) => LEFT + ((each + reach) / (2 * reach)) * WIDTH, heights = new Map();
  for (const each of values) {
    const bin = Math.floor((each - value) / width + 0.5 + 1e-9); // this one lies in the middle of a bar
    heights.set(bin, (heights.get(bin) ?? 0) + 1);
  }
  const most = Math.max(12, ...heights.values());
  const bars = [...heights].map(([bin, size]) => {
    const tall = (size / most) * HEIGHT, middle = value + bin * width, far = value !== 0 && Math.abs(middle) >= Math.abs(value) - width / 2;
    const half = Math.min(width, reach / 6) / 2, side = (edge) => x(Math.min(reach, Math.max(-reach, middle + edge)));
    return rect(side(-half) + 0.5, FLOOR - tall, side(half) - side(-half) - 1, tall, far ? "bin far" : "bin");
  });
  const right = x(value) > 250;
  $("guessers").innerHTML = [...bars, line(LEFT, FLOOR, LEFT + WIDTH, FLOOR, "axis-line"),
    line(x(value), 26, x(value), FLOOR, "mark"),
    label(x(value) + (right ? 4 : -4), 17, `this one: ${coefficient(value)}`, { class: "ink", "text-anchor": right ? "end" : "start" }),
    label(x(0), FLOOR + 18, "0", { "text-anchor": "middle" }),
    label(LEFT + WIDTH / 2, FLOOR + 38, "informedness of a guesser", { "text-anchor": "middle" })].join("");
  const far = farAs(values, value);
  const told = [value, ...all, ...values].every((each) => each === 0) ? "Every guesser with these habits gets exactly 0, as this one does."
    : `${many(far)} of ${many(values.length)} guessers got as far from 0 as this one.`;
  $("guessed").textContent = told;
  $("guessers").setAttribute("aria-label", `Histogram of ${many(values.length)} guessers around 0. This one: ${coefficient(value)}. ${told}`);
}

function deal(atOnce = false) {
  clearTimeout(timer);
  const { table } = state;
  if (actuals(table).filter((row) => row > 0).length < 2) {
    $("guessers").innerHTML = "";
    $("guessed").textContent = "There must be two classes.";
    return;
  }
  const chance = random(seed), values = [], pace = atOnce || still() ? 40 : 0;
  const all = guessed(table, 300, random(seed));
  const step = () => {
    const until = performance.now() + 20, size = pace || Math.min(GUESSERS - values.length, values.length < 40 ? 2 : 120);
    do {
      values.push(...guessed(table, Math.min(20, size, GUESSERS - values.length), chance));
    } while (values.length < GUESSERS && (pace || (values.length >= 40 && performance.now() < until)));
    draw(values, all, table);
    if (values.length < GUESSERS) timer = setTimeout(step, values.length < 40 ? 45 : 16);
  };
  step();
}

export function startGuessers() {
  window.addEventListener("beforeprint", () => deal(true)); // a sheet has all of them
  $("deal").addEventListener("click", () => {
    seed += 1;
    deal();
  });
}

// Shuffling waits for a pause in typing or dragging.
export function showGuessers(source) {
  if (source === "view") return;
  clearTimeout(timer);
  timer = setTimeout(deal, source === "load" ? 0 : 180);
}
