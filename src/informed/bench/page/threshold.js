// Where to put the threshold: scores of both classes, a line to drag, and what errors cost.

import { range, clamp } from "./arithmetic.js";
import { random } from "./random.js";
import { state, change, end, typed } from "./state.js";
import { number, many } from "./words.js";
import { $, svg, line, rect, label, path, fit, draggable, later } from "./drawing.js";

const LEFT = 20, BINS = 50, ZERO = 112, TALL = 88, FLOOR = 214;
export const source = { scores: [], at: 0.5, low: 0, high: 1, labels: ["ill", "well"], invented: true };

// A made-up test: 400 ill and 3,600 well people.
function example() {
  const chance = random(11), normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return range(4000).map((i) => [1 / (1 + Math.exp(-(i < 400 ? 1.4 : -1.1) - 1.2 * normal())), i < 400]);
}

export function setScores(scores, labels, invented = false) {
  const values = scores.map(([score]) => score);
  $("invented").hidden = $("show-example").hidden = !invented;
  $("follows").hidden = invented;
  $("threshold").closest(".card").classList.toggle("made-up", invented);
  Object.assign(source, { scores, labels, invented, low: values.reduce((a, b) => Math.min(a, b)), high: values.reduce((a, b) => Math.max(a, b)) });
  source.at = (source.low + source.high) / 2;
  drawThreshold();
}

export const setExample = () => setScores(example(), ["ill", "well"], true);

// The table when every score from the threshold on is called positive.
export function tableAt(scores, threshold) {
  const found = [[0, 0], [0, 0]];
  for (const [score, positive] of scores) found[positive ? 0 : 1][score >= threshold ? 0 : 1] += 1;
  return found;
}

// The cost of all errors at every distinct score, a false positive costing 1; calling nobody is the last.
export function costs(scores, miss) {
  const sorted = [...scores].sort(([a], [b]) => a - b);
  let cost = sorted.filter(([, positive]) => !positive).length;
  const found = [];
  sorted.forEach(([score, positive], place) => {
    if (!place || score !== sorted[place - 1][0]) found.push([score, cost]);
    cost += positive ? miss : -1;
  });
  return [...found, [Infinity, cost]];
}

// As many decimals as tell a threshold from the cheapest one, where their costs differ.
function apart(at, cost, [best, least]) {
  const same = (digits) => many(cost) !== many(least) && number(at, digits) === number(best, digits);
  return range(5).map((i) => i + 2).find((digits) => !same(digits)) ?? 6;
}

let width = 600;
const missCost = () => 10 ** Number($("cost").value);

function drawThreshold() {
  const { scores, at, low, high, labels } = source, span = high - low || 1, miss = missCost();
  width = fit($("threshold"), 240) - 2 * LEFT;
  const x = (score) => LEFT + clamp((score - low) / span, 0, 1) * width;
  const heights = [new Array(BINS).fill(0), new Array(BINS).fill(0)];
  for (const [score, positive] of scores) heights[positive ? 1 : 0][Math.min(BINS - 1, Math.floor(((score - low) / span) * BINS))] += 1;
  const bars = heights.flatMap((side, positive) => {
    const most = Math.max(1, ...side);
    return side.map((size, i) => {
      const tall = (size / most) * TALL, called = low + ((i + 0.5) / BINS) * span >= at;
      return rect(LEFT + (i * width) / BINS, positive ? ZERO + 3 : ZERO - tall, width / BINS - 1, tall, `bin ${positive ? "has" : ""} ${called ? "called" : "passed"}`);
    });
  });
  const found = costs(scores, miss), worst = Math.max(...found.map(([, cost]) => cost)), y = (cost) => FLOOR - (cost / (worst || 1)) * 190;
  const best = found.reduce((a, b) => (b[1] < a[1] ? b : a));
  const curve = found.filter((_, i) => i % Math.ceil(found.length / 300) === 0).map(([score, cost]) => [x(score), y(cost)]);
  const here = tableAt(scores, at), now = here[1][0] + miss * here[0][1], digits = apart(at, now, best);
  const cheapest = Number.isFinite(best[0]) ? number(best[0], digits) : "nobody", side = x(best[0]) > width - 150 ? "end" : "start";
  $("threshold").innerHTML = [...bars, line(LEFT, ZERO + 1.5, LEFT + width, ZERO + 1.5, "axis-line"), path(curve, "cost-curve"),
    svg("circle", { cx: x(best[0]), cy: y(best[1]), r: 5, class: "cheapest" }),
    line(x(best[0]), y(best[1]), x(best[0]), FLOOR + 12, "dashed"),
    label(x(best[0]) + (side === "end" ? -12 : 12), FLOOR + 18, `cheapest: ${cheapest}`, { class: "ink", "text-anchor": side }),
    line(x(at), 6, x(at), FLOOR, "mark-line"), svg("circle", { cx: x(at), cy: FLOOR, r: 8, class: "handle" }),
    label(LEFT + 6, 14, labels[1]), label(LEFT + 6, FLOOR + 2, labels[0]), label(LEFT + width, FLOOR + 18, "score", { "text-anchor": "end" })].join("");
  $("miss").textContent = miss < 10 ? number(miss, 1) : many(miss);
  const told = `At ${number(at, digits)}, errors cost ${many(now)}; at best (${cheapest}), ${many(best[1])}.`;
  $("costing").textContent = told;
  $("threshold").setAttribute("aria-valuenow", number(at, 3));
  $("threshold").setAttribute("aria-valuetext", told);
  $("threshold").setAttribute("aria-valuemin", number(low, 3));
  $("threshold").setAttribute("aria-valuemax", number(high, 3));
}

// The table follows scores that the reader has opened; an example must not take the place of the reader's own.
function moveTo(threshold) {
  source.at = clamp(threshold, source.low, source.high);
  if (!source.invented) follow();
  drawThreshold();
}

function follow() {
  const table = tableAt(source.scores, source.at);
  change("threshold", () => {
    Object.assign(state, { labels: [...source.labels], cells: table.map((row) => row.map(typed)), focus: 0 });
  });
}

export function startThreshold() {
  const picture = $("threshold"), span = () => source.high - source.low;
  draggable(picture, ([across]) => moveTo(source.low + ((across - LEFT) / width) * span()), end);
  picture.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    moveTo(source.at + (way * span()) / (event.shiftKey ? 10 : 100));
  });
  picture.addEventListener("blur", end);
  $("cost").addEventListener("input", later(drawThreshold));
  window.addEventListener("resize", later(drawThreshold));
  $("show-example").addEventListener("click", () => {
    follow();
    end();
  });
  setExample();
}
