// The gauge from always wrong over guessing to always right, with the interval.

import { actuals, informedness } from "./arithmetic.js";
import { shownLimits } from "./limits.js";
import { coefficient } from "./words.js";
import { svg, line, fit } from "./drawing.js";

export function drawGauge(picture, table) {
  const value = informedness(table), limits = shownLimits(table);
  const width = fit(picture, 36), x = (each) => 12 + ((each + 1) * (width - 24)) / 2;
  const judged = actuals(table).filter((row) => row > 0).length > 1;
  const bar = (from, to, kind) => svg("line", { x1: from, x2: to, y1: 18, y2: 18, class: kind });
  const parts = [bar(12, width - 12, "track"), line(width / 2, 4, width / 2, 32, "middle")];
  if (judged && limits) parts.push(bar(x(limits[0]), x(limits[1]), "reach"));
  if (judged) parts.push(svg("circle", { cx: x(value), cy: 18, r: 9, class: "dot" }));
  picture.innerHTML = parts.join("");
  const ends = limits ? `, 95% CI ${coefficient(limits[0])} to ${coefficient(limits[1])}` : "";
  picture.setAttribute("aria-label", judged
    ? `informedness ${coefficient(value)}${ends}, on a scale from -1, always wrong, over 0, guessing, to 1, always right`
    : "no value: only one class occurs");
}
