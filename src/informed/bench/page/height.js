// Height above chance: a point in ROC space whose height over the diagonal is informedness.

import { range, sum, against, rates, gains, clamp, counted } from "./arithmetic.js";
import { ratesLimits } from "./limits.js";
import { state, change, end, typed } from "./state.js";
import { percent, coefficient, quoted } from "./words.js";
import { $, svg, line, label, draggable } from "./drawing.js";

const LEFT = 56, TOP = 16, SIZE = 250;
const x = (fallout) => LEFT + fallout * SIZE, y = (recall) => TOP + (1 - recall) * SIZE;

// A row with another share of its items in one column; the others keep their proportions, and its sum stays.
export function shifted(row, column, share, home, whole) {
  const size = sum(row), rest = size - row[column];
  const moved = whole ? Math.round(share * size) : share * size;
  let found = row.map((cell, j) => (j === column ? moved : (rest > 0 ? (cell / rest) * (size - moved) : 0)));
  if (!(rest > 0)) found[home === column ? (column + 1) % row.length : home] = size - moved;
  if (!whole) return found;
  found = found.map((cell, j) => (j === column ? cell : Math.floor(cell + 1e-9)));
  const most = range(row.length).filter((j) => j !== column).sort((a, b) => found[b] - found[a])[0];
  found[most] += size - sum(found);
  return found;
}

// The table with another recall and false positive rate of one label; every class keeps its items.
export function moved(table, place, recall, fallout) {
  const whole = counted(table), [, [fp, tn]] = against(table, place), old = fp / (fp + tn);
  return table.map((row, i) => {
    const size = sum(row);
    if (!size) return row;
    if (i === place) return shifted(row, place, recall, place, whole);
    const now = row[place] / size;
    const share = fallout > old ? 1 - ((1 - now) * (1 - fallout)) / (1 - old) : (old > 0 ? (now * fallout) / old : 0);
    return shifted(row, place, share, i, whole);
  });
}

let base = null;
function place(recall, fallout) {
  base ??= state.table;
  const table = moved(base, state.focus, clamp(recall, 0, 1), clamp(fallout, 0, 1));
  change("height", () => { state.cells = table.map((row) => row.map(typed)); });
}
function letGo() {
  base = null;
  end();
}

export function startHeight() {
  const picture = $("height");
  draggable(picture, ([across, down]) => place(1 - (down - TOP) / SIZE, (across - LEFT) / SIZE), letGo);
  picture.addEventListener("keydown", (event) => {
    const [right, up] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [0, 0];
    if (!right && !up) return;
    event.preventDefault();
    const [[tp, fn], [fp, tn]] = against(state.table, state.focus), percents = event.shiftKey ? 0.1 : 0.01;
    const step = (size) => Math.max(1, Math.round(percents * size)) / size;
    base = null;
    place(tp / (tp + fn) + up * step(tp + fn), fp / (fp + tn) + right * step(fp + tn));
  });
  picture.addEventListener("blur", letGo);
}

export function showHeight() {
  const { table, labels, focus } = state, two = against(table, focus), name = quoted(labels[focus]);
  const { sensitivity: recall, specificity } = rates(two), fallout = 1 - specificity, gain = gains(table)[focus];
  const limits = ratesLimits(two), picture = $("height");
  const parts = [
    svg("rect", { x: LEFT, y: TOP, width: SIZE, height: SIZE, class: "frame" }),
    line(x(0), y(0), x(1), y(1), "dashed"),
    svg("text", { transform: `translate(${x(0.795)},${y(0.705)}) rotate(-45)`, "text-anchor": "middle" }, "guessing"),
    label(x(0.5), TOP + SIZE + 34, `false positive rate`, { "text-anchor": "middle" }),
    svg("text", { transform: `translate(16,${y(0.5)}) rotate(-90)`, "text-anchor": "middle" }, "sensitivity"),
    ...[0, 0.5, 1].flatMap((at) => [
      label(x(at), TOP + SIZE + 17, String(at), { "text-anchor": "middle" }),
      label(LEFT - 7, y(at) + 4, String(at), { "text-anchor": "end" }),
    ]),
  ];
  const known = Number.isFinite(recall) && Number.isFinite(fallout);
  if (known) {
    if (limits.sensitivity) parts.push(line(x(fallout), y(limits.sensitivity[0]), x(fallout), y(limits.sensitivity[1]), "whisker"));
    if (limits.specificity) parts.push(line(x(1 - limits.specificity[0]), y(recall), x(1 - limits.specificity[1]), y(recall), "whisker"));
    const middle = clamp(y((recall + fallout) / 2), TOP + 24, TOP + SIZE - 24);
    parts.push(line(x(fallout), y(fallout), x(fallout), y(recall), "bar-up"),
      svg("circle", { cx: x(fallout), cy: y(recall), r: 10, class: "dot grab" }),
      label(LEFT + SIZE + 14, middle, coefficient(gain), { class: "big" }),
      label(LEFT + SIZE + 14, middle + 18, "informedness"));
    if (labels.length > 2) parts.push(label(LEFT + SIZE + 14, middle + 34, `of ${name}`));
  }
  picture.innerHTML = parts.join("");
  picture.setAttribute("aria-valuenow", known ? coefficient(gain) : "0");
  picture.setAttribute("aria-valuetext", known
    ? `${labels[focus]}: sensitivity ${percent(recall)}, false positive rate ${percent(fallout)}, informedness ${coefficient(gain)}`
    : "undefined: a class is empty");
}
