// 95% CIs by the default methods of informed/inference.

import { sum, range, actuals, predictions, diagonal, total, informedness, counted, occurring, clamp, remembered } from "./arithmetic.js";
import { Z, SURE, betaQuantile, deviate } from "./beta.js";

export const LEVEL = 0.95;
const FEW_ITEMS = 20; // below so many of two classes the limits leave out chance only where Fisher's test does
const MOST_UNEVEN = 1e6; // classes further apart in size: the score of a ratio is lost in rounding
const SINGLE = 1.5; // below so many a cell holds a single item
const least = (...values) => Math.min(...values.filter((each) => !Number.isNaN(each)));
const most = (...values) => Math.max(...values.filter((each) => !Number.isNaN(each)));

const jeffreysLow = (part, whole, at) => (part <= 0 ? 0 : betaQuantile(part + 0.5, whole - part + 0.5, at));
// Short of 1, an interval ends short of it (Markov's inequality; inference/interval.py).
const possible = (value) => 1 + ((1 - LEVEL) / 2) * (value - 1);

export const jeffreys = (part, whole, at) => [jeffreysLow(part, whole, at), 1 - jeffreysLow(whole - part, whole, at)];

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

// Jeffreys' limits; of a single item the wider ones, for it shows nothing of how such items vary.
function rate(part, whole, at) {
  const sure = at ? 2 * at.tail : 1 - LEVEL;
  return whole === 1 ? [part * sure, 1 - (1 - part) * sure] : jeffreys(part, whole, at);
}

// A difference from the limits of its terms (Zou & Donner 2008).
function mover([[tp, fn], [fp, tn]], at) {
  const positive = tp + fn, negative = fp + tn;
  const [a, b] = [tp / positive, fp / negative];
  const [[aLow, aHigh], [bLow, bHigh]] = [rate(tp, positive, at), rate(fp, negative, at)];
  const low = a - b - Math.hypot(a - aLow, bHigh - b), high = a - b + Math.hypot(aHigh - a, b - bLow);
  const kept = positive + negative < FEW_ITEMS && fisherMidP(tp, fn, fp, tn) >= (at ? 2 * at.tail : 1 - LEVEL);
  return kept ? [Math.min(low, 0), Math.max(high, 0)] : [low, high];
}

// Fisher's exact test of a few items, two-sided mid-P: every table with these margins that is no more probable.
function fisherMidP(tp, fn, fp, tn) {
  const row = tp + fn, column = tp + fp, n = row + fp + tn, first = Math.max(0, tp - tn), last = tp + Math.min(fn, fp);
  const weights = [1];
  for (let k = first; k < last; k += 1) weights.push((weights.at(-1) * (row - k) * (column - k)) / ((k + 1) * (n - row - column + k + 1)));
  const here = weights[tp - first];
  return (sum(weights.filter((each) => each <= here * (1 + 1e-9))) - here / 2) / sum(weights);
}

// --- more than two classes -------------------------------------------------------------------------------------------

// How far one more item in each cell moves informedness (0 on average): the sums of the squares and of the cubes, by cell.
function influence(table) {
  const rows = actuals(table), columns = predictions(table), hits = diagonal(table), n = sum(rows);
  const rest = rows.map((row) => n - row);
  const where = (i, value) => (rows[i] > 0 && rest[i] > 0 ? value : 0), places = range(table.length);
  const byTotal = sum(places.map((i) =>
    where(i, -hits[i] / rest[i] ** 2 + (rows[i] * columns[i] * (n + rest[i])) / (n * rest[i]) ** 2)));
  const byRow = places.map((i) => where(i, (hits[i] - columns[i]) / rest[i] ** 2));
  const byColumn = places.map((j) => where(j, -rows[j] / (n * rest[j])));
  const byHit = places.map((i) => where(i, 1 / rest[i]));
  const mean = n * byTotal + sum(places.map((i) => rows[i] * byRow[i] + columns[i] * byColumn[i] + hits[i] * byHit[i]));
  let [squares, cubes] = [0, 0];
  for (let i = 0; i < rows.length; i += 1) { // loops: a key asks this a hundred times of up to 900 cells
    const row = table[i];
    for (let j = 0; j < rows.length; j += 1) {
      const effect = n * (byTotal + byRow[i] + byColumn[j] + (i === j ? byHit[i] : 0)) - mean, square = row[j] * effect * effect;
      squares += square;
      cubes += square * effect;
    }
  }
  return [squares, cubes];
}

function smoothed(table, added) {
  const filled = cells(table, (i, j, cell) => cell + added);
  return { value: informedness(filled), error: Math.sqrt(influence(filled)[0]) / sum(filled.flat()) };
}

// --- the path of chance (inference/path.py) ---------------------------------------------------------------------------

const [NONE, ROUNDED, STILL, EVEN] = [1e-13, 1e-7, 1e-6, 1e-12];
const cells = (table, of) => table.map((row, i) => row.map((each, j) => of(i, j, each)));
const mixed = (one, other, place) => cells(one, (i, j, each) => (1 - place) * each + place * other[i][j]);

// Every hit spread over the other labels, as they are used.
function hitless(shares) {
  const columns = predictions(shares), all = sum(columns);
  const found = cells(shares, (i, j, each) =>
    (i === j ? 0 : each + (shares[i][i] * columns[j]) / Math.max(all - columns[i], 1e-300)));
  const whole = Math.max(sum(found.flat()), 1e-300);
  return cells(found, (i, j, each) => each / whole);
}

// Each row with two more items that know as much as all.
function pooled(shares, n) {
  const rows = actuals(shares), columns = predictions(shares), known = clamp(informedness(shares), 0, 1);
  const lent = rows.map((row) => (row > 0 ? 2 / (n * row + 2) : 0));
  return cells(shares, (i, j, each) =>
    (1 - lent[i]) * each + lent[i] * rows[i] * ((1 - known) * columns[j] + (i === j ? known : 0)));
}

// One test and its inversion: the ends where the value is as far out as the level allows, by variance and skewness there.
const path = remembered((given) => {
  const table = occurring(given), n = sum(table.flat()), shares = cells(table, (i, j, each) => each / n), value = informedness(table);
  const rows = actuals(shares), columns = predictions(shares), above = value > EVEN ? 1 : -1;
  const chance = cells(shares, (i, j) => rows[i] * columns[j]), likely = pooled(shares, n);
  const perfect = cells(shares, (i, j) => (i === j ? rows[i] : 0));
  const surprise = ([start, scattered, stop], side, place) => {
    const [variance, third] = influence(mixed(scattered, stop, place)), size = Math.max(n - 1, 1), spread = Math.sqrt(Math.max(variance, NONE) / size);
    const z = (side * (value - informedness(mixed(start, stop, place)))) / spread;
    const skew = variance > ROUNDED ? (side * third) / size ** 2 / spread ** 3 : 0;
    const a = (skew * z) / 2; // Wilson and Hilferty on the long tail, Hall on the short
    if (a > 0) return skew / 6 + z * (a > 1e-12 ? (3 * Math.expm1(Math.log1p(a) / 3)) / a : 1);
    return z + skew / 6 - (skew * z ** 2) / 6 + (skew ** 2 * z ** 3) / 108;
  };
  const end = (leg, side) => {
    if (!(surprise(leg, side, 1) > Z)) return { through: true, end: informedness(leg[2]) };
    let [low, high] = [0, 1];
    if (!(surprise(leg, side, 0) > Z)) {
      for (let turn = 0; turn < 60; turn += 1) {
        const middle = (low + high) / 2;
        if (surprise(leg, side, middle) > Z) high = middle; else low = middle;
      }
    }
    return { through: false, end: informedness(mixed(leg[0], leg[2], low)) };
  };
  const near = { ...end([shares, likely, chance], above), sure: surprise([shares, likely, chance], above, 1) > SURE.z };
  let inner = near.through ? end([chance, chance, above > 0 ? hitless(chance) : perfect], above).end : near.end;
  let outer = end([shares, likely, above > 0 ? perfect : hitless(shares)], -above).end;
  const { value: centre, error } = smoothed(table, 2 / table.length ** 2);
  if (near.through && Math.abs(inner - value) <= STILL / n) inner = value + above * Math.min(above * (centre - value) - Z * error, 0);
  if (Math.abs(outer - value) <= STILL / n) outer = value + above * Math.max(above * (centre - value) + Z * error, 0);
  if (above < 0) outer = Math.min(outer, value - below(shares, rows, columns, n, value));
  return { ends: above > 0 ? [inner, outer] : [outer, inner], sure: near.sure };
});

// The interval of informedness; null where the number of items is unknown or only one class occurs.
export const informednessLimits = remembered((given) => {
  if (!counted(given)) return null;
  const table = occurring(given);
  if (actuals(table).filter((row) => row > 0).length < 2) return null;
  const value = informedness(table);
  const [low, high] = table.length === 2 ? mover(table) : path(given).ends;
  return [clamp(least(low, value), -1, 1), clamp(most(high, value), -1, possible(value))];
});

// The same as it is shown: a constant answer has 0 by construction, and no interval.
export const shownLimits = (table) => (predictions(table).filter((each) => each > 0).length > 1 ? informednessLimits(table) : null);

// Whether the p of informedness 0 is below 0.005: then the interval at that level leaves it out.
export function surely(given) {
  const table = occurring(given), [low, high] = table.length === 2 ? mover(table, SURE) : [0, 0];
  return table.length === 2 ? low > 0 || high < 0 : path(given).sure;
}

// --- tests -----------------------------------------------------------------------------------------------------------

// How far a value below chance may lie below itself: MOVER over the labels, whose margins scatter too.
function below(shares, rows, columns, n, value) {
  let square = 0, drift = 0;
  rows.forEach((own, label) => {
    if (!(own > 0 && own < 1)) { square += own ** 2; return; }
    const hit = shares[label][label], false_ = columns[label] - hit, gain = hit / own - false_ / (1 - own);
    const low = wilson(hit * n, own * n)[0], most = wilson(false_ * n, (1 - own) * n)[1];
    square += own ** 2 * ((hit / own - low) ** 2 + (most - false_ / (1 - own)) ** 2);
    drift += own * gain ** 2;
  });
  return Math.sqrt(square + Z ** 2 * Math.max(drift - value ** 2, 0) / n);
}

// By how much accuracy is above that of always giving one label, with its ends; null where nothing is known.
// The label was chosen as the most common, so that the high end allows for the number of labels.
export function overConstant(given, label) {
  if (!counted(given)) return null;
  const rows = actuals(given), columns = predictions(given);
  const used = range(given.length).filter((i) => rows[i] > 0 || columns[i] > 0), added = 2 / used.length ** 2;
  const cells = used.flatMap((i) => used.map((j) => [(i === j) - (i === label), given[i][j] + added]));
  const n = sum(cells.map(([, items]) => items)), mean = sum(cells.map(([gain, items]) => gain * items)) / n;
  const error = Math.sqrt(sum(cells.map(([gain, items]) => items * (gain - mean) ** 2))) / n;
  const value = (sum(diagonal(given)) - rows[label]) / total(given);
  return { value, low: Math.min(mean - Z * error, value), high: Math.max(mean + deviate((1 - LEVEL) / 2 / used.length) * error, value) };
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

// Where a cell holds a single item: how far recall and fallout at their own limits move the ratio (MOVER, in logarithms).
function reach([tp, fn, fp, tn], value) {
  const at = Math.log(value), recall = tp / (tp + fn), fallout = fp / (fp + tn);
  const moves = [proportion(tp, tp + fn).map((end) => Math.log(end / fallout) - at),
    proportion(fp, fp + tn).map((end) => Math.log(recall / end) - at)];
  const root = (side) => Math.sqrt(sum(moves.map((ends) => Math.max(...ends.map((end) => side * end), 0) ** 2)));
  return [Math.exp(at - root(-1)), Math.exp(at + root(1))];
}

// Score limits of LR+; those of LR- come from the table with its predictions exchanged.
export function ratioLimits([[tp, fn], [fp, tn]]) {
  const value = (tp / (tp + fn)) / (fp / (fp + tn));
  const uneven = Math.max(tp + fn, fp + tn) > MOST_UNEVEN * Math.min(tp + fn, fp + tn);
  if (Number.isNaN(value) || uneven || !counted([[tp, fn], [fp, tn]])) return null;
  const cells = [tp, fn, fp, tn], single = cells.some((cell) => cell > 0 && cell < SINGLE);
  const low = value === 0 ? 0 : Math.min(scoreEnd(cells, value, Z), value);
  const high = value === Infinity ? Infinity : Math.max(scoreEnd(cells, value, -Z), value);
  if (!single || value === 0 || value === Infinity) return [low, high];
  const [least, most] = reach(cells, value);
  return [low < 1 ? Math.min(low, least) : low, high > 1 ? Math.max(high, most) : high];
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
