// 95% CIs by the default methods of informed/inference, and the p of guessing.

import { sum, range, actuals, predictions, diagonal, eachAgainst, informedness, counted, occurring, clamp, remembered } from "./arithmetic.js";
import { Z, betaQuantile, twoSided } from "./beta.js";

export const LEVEL = 0.95;
const MOST_UNEVEN = 1e6; // classes further apart in size: the score of a ratio is lost in rounding
const least = (...values) => Math.min(...values.filter((each) => !Number.isNaN(each)));
const most = (...values) => Math.max(...values.filter((each) => !Number.isNaN(each)));

const jeffreysLow = (part, whole) => (part <= 0 ? 0 : betaQuantile(part + 0.5, whole - part + 0.5));
// Short of 1, an interval ends short of it (Markov's inequality; inference/interval.py).
const possible = (value) => 1 + ((1 - LEVEL) / 2) * (value - 1);

export const jeffreys = (part, whole) => [jeffreysLow(part, whole), 1 - jeffreysLow(whole - part, whole)];

export function wilson(part, whole) {
  const middle = part + (Z * Z) / 2, reach = Z * Math.sqrt((part * (whole - part)) / whole + (Z * Z) / 4);
  return [(middle - reach) / (whole + Z * Z), (middle + reach) / (whole + Z * Z)];
}

// The wider of the two; where one item was found, or missed, both fall short (Brown, Cai & DasGupta 2001).
export function proportion(part, whole) {
  if (!(whole > 0)) return null;
  const none = -Math.expm1(Math.log(LEVEL) / whole);
  const [one, other] = [jeffreys(part, whole), wilson(part, whole)];
  let low = Math.min(one[0], other[0]), high = Math.max(one[1], other[1]);
  if (part === 1) low = Math.min(low, none);
  if (whole - part === 1) high = Math.max(high, 1 - none);
  const share = part / whole;
  return [clamp(Math.min(low, share), 0, 1), clamp(Math.max(high, share), 0, possible(share))];
}

// A difference from the limits of its terms (Zou & Donner 2008).
function mover([[tp, fn], [fp, tn]]) {
  const positive = tp + fn, negative = fp + tn;
  const [a, b] = [tp / positive, fp / negative];
  const [[aLow, aHigh], [bLow, bHigh]] = [jeffreys(tp, positive), jeffreys(fp, negative)];
  return [a - b - Math.hypot(a - aLow, bHigh - b), a - b + Math.hypot(aHigh - a, b - bLow)];
}

// --- more than two classes -------------------------------------------------------------------------------------------

// By how much one more item in each cell moves informedness; its mean is 0.
function influence(table) {
  const rows = actuals(table), columns = predictions(table), hits = diagonal(table), n = sum(rows);
  const rest = rows.map((row) => n - row);
  const where = (i, value) => (rows[i] > 0 && rest[i] > 0 ? value : 0), places = range(table.length);
  const byTotal = sum(places.map((i) =>
    where(i, -hits[i] / rest[i] ** 2 + (rows[i] * columns[i] * (n + rest[i])) / (n * rest[i]) ** 2)));
  const byRow = places.map((i) => where(i, (hits[i] - columns[i]) / rest[i] ** 2));
  const byColumn = places.map((j) => where(j, -rows[j] / (n * rest[j])));
  const byHit = places.map((i) => where(i, 1 / rest[i]));
  const slope = table.map((row, i) => row.map((_, j) => byTotal + byRow[i] + byColumn[j] + (i === j ? byHit[i] : 0)));
  const mean = sum(table.flatMap((row, i) => row.map((cell, j) => cell * slope[i][j])));
  return slope.map((row) => row.map((each) => n * each - mean));
}

function smoothed(table, added) {
  const filled = table.map((row, i) => row.map((cell, j) => cell + added(i, j)));
  const effect = influence(filled);
  const scatter = sum(filled.flatMap((row, i) => row.map((cell, j) => cell * effect[i][j] ** 2)));
  return { value: informedness(filled), error: Math.sqrt(scatter) / sum(filled.flat()) };
}

// Two pseudo-items over all cells alike, and two that are half hits and half errors: the interval holds both.
function about(table) {
  const size = table.length;
  const evenly = smoothed(table, () => 2 / size ** 2);
  const hits = smoothed(table, (i, j) => (1 / size) * (i === j ? 1 : 1 / (size - 1)));
  const centres = [informedness(table), evenly.value, hits.value], error = Math.max(evenly.error, hits.error);
  return [Math.min(...centres) - Z * error, Math.max(...centres) + Z * error];
}

// MOVER over the labels with Wilson's limits, beside the scatter of their weights.
function overLabels(table) {
  const n = sum(table.flat());
  let [value, square, down, up] = [0, 0, 0, 0];
  for (const [[tp, fn], [fp, tn]] of eachAgainst(table)) {
    const own = tp + fn, rest = fp + tn, weight = own / n;
    if (!(own > 0 && rest > 0)) {
      down += weight ** 2;
      up += weight ** 2;
      continue;
    }
    const share = tp / own, wrong = fp / rest, [low, high] = wilson(tp, own), [few, many] = wilson(fp, rest);
    value += weight * (share - wrong);
    square += weight * (share - wrong) ** 2;
    down += weight ** 2 * ((share - low) ** 2 + (many - wrong) ** 2);
    up += weight ** 2 * ((high - share) ** 2 + (wrong - few) ** 2);
  }
  const spread = (Z * Z * Math.max(square - value ** 2, 0)) / n;
  return [value - Math.sqrt(down + spread), value + Math.sqrt(up + spread)];
}

// Informedness over its standard deviation when both margins are fixed.
function hitsZ(table) {
  const rows = actuals(table), columns = predictions(table), n = sum(rows);
  const weight = rows.map((row) => (row > 0 && row < n ? 1 / (n - row) : 0));
  const beyond = sum(eachAgainst(table).map(([[tp, fn], [fp, tn]], i) => (weight[i] * (tp * tn - fn * fp)) / n));
  const product = rows.map((row, i) => row * columns[i]);
  const alone = sum(product.map((each, i) => weight[i] ** 2 * each * ((n - rows[i]) * (n - columns[i]) - each)));
  const all = sum(product.map((each, i) => weight[i] * each));
  return beyond / Math.sqrt(Math.max((alone + all ** 2) / (n ** 2 * (n - 1)), 0));
}

function hits(table) {
  const [one, other] = [about(table), overLabels(table)];
  let low = least(one[0], other[0]), high = most(one[1], other[1]);
  if (!(twoSided(hitsZ(table)) < 1 - LEVEL)) [low, high] = [Math.min(low, 0), Math.max(high, 0)];
  return [low, high];
}

// The interval of informedness; null where the number of items is unknown or only one class occurs.
export const informednessLimits = remembered((given) => {
  if (!counted(given)) return null;
  const table = occurring(given);
  if (actuals(table).filter((row) => row > 0).length < 2) return null;
  const value = informedness(table);
  const [low, high] = table.length === 2 ? mover(table) : hits(table);
  return [clamp(least(low, value), -1, 1), clamp(most(high, value), -1, possible(value))];
});

// --- tests -----------------------------------------------------------------------------------------------------------

// Fisher's exact test, two-sided mid-P: every table with these margins that is no more probable than this one.
function fisherMidP([[tp, fn], [fp, tn]]) {
  const row = tp + fn, column = tp + fp, n = row + fp + tn;
  const first = Math.max(0, tp - tn), last = tp + Math.min(fn, fp);
  const mode = clamp(Math.floor(((row + 1) * (column + 1)) / (n + 2)), first, last);
  const spread = Math.sqrt(((row * column) / n) * ((n - row) / n) * ((n - column) / Math.max(n - 1, 1)));
  const reach = 40 + Math.floor(14 * spread);
  if (Math.abs(tp - mode) > reach) return 0;
  const up = (k) => ((row - k) / (k + 1)) * ((column - k) / (n - row - column + k + 1));
  const weights = [[mode, 1]];
  for (let k = mode, w = 1; k < Math.min(last, mode + reach); k += 1) weights.push([k + 1, (w *= up(k))]);
  for (let k = mode, w = 1; k > Math.max(first, mode - reach); k -= 1) weights.push([k - 1, (w /= up(k - 1))]);
  const here = weights.find(([k]) => k === tp)[1];
  const all = sum(weights.map(([, w]) => w));
  const both = sum(weights.map(([, w]) => (w <= here * (1 + 1e-9) ? w : 0)));
  return (both - here / 2) / all;
}

// The p of informedness 0 with both margins fixed; null where there is no test.
export function guessingP(table) {
  if (!counted(table)) return null;
  const p = twoSided(hitsZ(table));
  if (Number.isNaN(p)) return null;
  return table.length === 2 ? Math.max(p, fisherMidP(table.map((row) => row.map(Math.round)))) : p;
}

// Whether accuracy is shown to lie above (1) or below (-1) that of always giving one label; null where nothing is known.
// The label was chosen as the most common, so that below allows for the number of labels.
export function constantSide(given, label) {
  if (!counted(given)) return null;
  const rows = actuals(given), columns = predictions(given);
  const used = range(given.length).filter((i) => rows[i] > 0 || columns[i] > 0), added = 2 / used.length ** 2;
  const cells = used.flatMap((i) => used.map((j) => [(i === j) - (i === label), given[i][j] + added]));
  const n = sum(cells.map(([, items]) => items)), mean = sum(cells.map(([gain, items]) => gain * items)) / n;
  const error = Math.sqrt(sum(cells.map(([gain, items]) => items * (gain - mean) ** 2))) / n, p = twoSided(mean / error);
  const value = sum(diagonal(given)) - rows[label];
  if (mean > 0 && value > 0) return p < 1 - LEVEL ? 1 : 0;
  return mean < 0 && value < 0 && p < (1 - LEVEL) / used.length ? -1 : 0;
}

// --- likelihood ratios -----------------------------------------------------------------------------------------------

// The likeliest table whose recall is `ratio` times its fallout (Koopman 1984), as shares.
function likeliest([tp, fn, fp, tn], ratio) {
  const positive = tp + fn, negative = fp + tn, whole = positive + negative, hit = tp + fp;
  const b = positive * ratio + tp + negative + fp * ratio;
  const root = Math.sqrt(Math.max(b * b - 4 * whole * ratio * hit, 0));
  const fallout = Math.min((2 * hit) / (b + root), 1, 1 / ratio), recall = Math.min(ratio * fallout, 1);
  const [p, q] = [positive / whole, negative / whole];
  return [p * recall, p * (1 - recall), q * fallout, q * (1 - fallout)];
}

function scoreEnd(cells, value, z) {
  const whole = sum(cells), spread = Math.max(whole - 1, 1);
  const score = (u) => {
    const shares = likeliest(cells, Math.exp(u));
    const gaps = cells.map((cell, i) => {
      const apart = cell / whole - shares[i];
      return apart === 0 ? 0 : (apart * apart) / shares[i];
    });
    return Math.sign(value - Math.exp(u)) * Math.sqrt(spread * sum(gaps)) - z;
  };
  let [low, high] = [-80, 80];
  for (let turn = 0; turn < 80; turn += 1) {
    const middle = (low + high) / 2;
    if (score(middle) > 0) low = middle; else high = middle;
  }
  return Math.exp((low + high) / 2);
}

// Score limits of LR+; those of LR- come from the table with its predictions exchanged.
export function ratioLimits([[tp, fn], [fp, tn]]) {
  const value = (tp / (tp + fn)) / (fp / (fp + tn));
  const uneven = Math.max(tp + fn, fp + tn) > MOST_UNEVEN * Math.min(tp + fn, fp + tn);
  if (Number.isNaN(value) || uneven || !counted([[tp, fn], [fp, tn]])) return null;
  const cells = [tp, fn, fp, tn];
  return [
    value === 0 ? 0 : Math.min(scoreEnd(cells, value, Z), value),
    value === Infinity ? Infinity : Math.max(scoreEnd(cells, value, -Z), value),
  ];
}

// The intervals of the clinic's rates, null where a margin is empty or the cells are shares.
export function ratesLimits(two) {
  const [[tp, fn], [fp, tn]] = two;
  const items = counted(two);
  return {
    sensitivity: items ? proportion(tp, tp + fn) : null,
    specificity: items ? proportion(tn, fp + tn) : null,
    ppv: items ? proportion(tp, tp + fp) : null,
    npv: items ? proportion(tn, fn + tn) : null,
    lrPositive: ratioLimits(two),
    lrNegative: ratioLimits([[fn, tp], [tn, fp]]),
  };
}

export const accuracyLimits = (table) =>
  (counted(table) ? proportion(sum(diagonal(table)), sum(table.flat())) : null);
