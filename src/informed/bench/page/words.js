// Numbers and the verdict in words, by the rules of informed/questions/evaluate/words.py.

import { sum, range, actuals, predictions, diagonal, total, clamp, informedness, counted } from "./arithmetic.js";
import { informednessLimits, overConstant, surely } from "./limits.js";

// The strengths of informed/inference/strength.py, in the order in which they are tried.
const STRENGTHS = {
  unknown: "Cannot tell",
  constant: "Knows nothing",
  turned: "Turned round",
  hardly: "Better than guessing, but hardly",
  better: "Better than guessing",
  probably: "Probably better than guessing",
  none: "No better than guessing",
  open: "Not shown to beat guessing",
};
export const KEY_WORDS = Object.values(STRENGTHS);
const BEATING = ["hardly", "better", "probably"];
const NEAR = 0.05, ENOUGH = 20, SO_RARE = 0.02, FEW = 100;
const FEW_ITEMS = 30, FEW_OF_CLASS = 10;

// The one rule of rounding, as in informed/core/words.py: a half among the first twelve digits goes away from 0.
function fixed(value, digits) {
  const whole = Math.abs(value) < 0.4 * 10 ** -digits ? 0 : Math.round(Number(`${Math.abs(value).toPrecision(12)}e${digits}`));
  return (whole ? Math.sign(value) * Number(`${whole}e-${digits}`) : 0).toFixed(digits);
}

export function coefficient(value, digits = 2) {
  const near = Math.abs(value) > 0 && Math.abs(value) < 0.5 * 10 ** -digits ? 1 : 0;
  return fixed(value, digits + near);
}
export const percent = (value) => `${fixed(100 * value, 1).replace(/\.0$/, "")}%`;
export function rate(value) {
  if (value > 0 && value < 0.001) return "< 0.1%";
  if (value > 0.999 && value < 1) return "> 99.9%";
  return value < 0.0095 || value > 0.9905 ? percent(value) : `${fixed(100 * value, 0)}%`;
}
export function number(value, digits = 3) {
  if (value === null || Number.isNaN(value)) return "-";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  if (Math.abs(value) >= 100) return Math.abs(value) < 1e6 ? many(Number(fixed(value, 1)), 1) : many(value);
  return fixed(value, digits);
}
const formats = [0, 1].map((digits) => new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }));
export const many = (value, digits = 0) => formats[digits].format(value);
// Whole numbers whole; others with four digits, and a decimal however large they are.
export const count = (value) => (Number.isInteger(value) ? many(value)
  : value < 1000 ? String(Number(value.toPrecision(4))) : many(value, 1).replace(/\.0$/, ""));
export const signed = (value, digits = 2) => (value > 0 && Number(fixed(value, digits)) > 0 ? "+" : "") + fixed(value, digits);
export const quoted = (label) => `'${label}'`;
export const items = (size) => `${count(size)} item${size === 1 ? "" : "s"}`;
export const ends = (limits) => `95% CI ${coefficient(limits[0])} to ${coefficient(limits[1])}`;

const atMost = (share) => `at most ${Math.ceil(Number((100 * Math.min(share, 1)).toFixed(6)))}%`;

// How much may be said of a table, by its code.
function strength(table, limits) {
  const rows = actuals(table).filter((row) => row > 0), said = predictions(table).filter((column) => column > 0);
  if (rows.length < 2) return "unknown";
  if (said.length === 1) return "constant";
  if (!limits) return "unknown";
  const [low, high] = limits;
  if (high < 0) return "turned";
  if (low > 0) return high < NEAR ? "hardly" : Math.min(...rows) >= ENOUGH || surely(table) ? "better" : "probably";
  return -NEAR <= low && high <= NEAR ? "none" : "open";
}

// What there is too little of: items, or items of the rarest class.
function tooFew(table, labels) {
  const rows = actuals(table), n = total(table), occurs = range(rows.length).filter((i) => rows[i] > 0);
  const [least] = occurs.sort((i, j) => rows[i] - rows[j] || (labels[i] < labels[j] ? -1 : 1));
  return n < ENOUGH * occurs.length ? items(n) : `${count(rows[least])} ${quoted(labels[least])}`;
}

// The sentence with its key word, and which side of guessing is shown: 1, -1 or 0.
export function informed(table, labels) {
  const limits = informednessLimits(table), found = strength(table, limits), key = STRENGTHS[found];
  const plain = (rest, side = 0) => ({ key, rest, side, strength: found });
  const value = informedness(table), occurs = range(table.length).filter((i) => actuals(table)[i] > 0);
  if (!occurs.length) return plain(": the table is empty.");
  if (occurs.length < 2) return plain(`: only ${quoted(labels[occurs[0]])} occurs among the actual labels.`);
  if (found === "constant") return plain(`: it always says ${quoted(labels[predictions(table).findIndex((each) => each > 0)])}.`);
  if (!limits) return plain(`: informedness ${number(value)}, but the number of items is unknown: the cells are shares.`);
  const [low, high] = limits, told = `(informedness ${number(value)}, 95% CI ${number(low)} to ${number(high)})`;
  const share = (each) => (each >= 1 ? "all" : rate(each));
  if (found === "turned") {
    const how = table.length === 2 ? `as if it knew ${share(-value)} of the answers and said the opposite` : "worse than guessing";
    return plain(`: ${how} ${told}.`, -1);
  }
  if (found === "better" || found === "probably") {
    const few = found === "probably" ? `; ${tooFew(table, labels)} cannot settle it` : "";
    return plain(`${few}: as good as knowing ${share(value)} of the answers${value < 1 ? " and guessing the rest" : ""} ${told}.`, 1);
  }
  const most = found === "open" ? `it knows ${atMost(high)} of the answers, and perhaps none` : `${atMost(high)} of the answers are known`;
  return plain(`: ${most} ${told}.`, low > 0 ? 1 : 0);
}

// Accuracy beside that of the most common label; where it beats guessing and yet not that, why.
export function againstConstant(table, labels) {
  const rows = actuals(table), n = sum(rows), occurs = range(rows.length).filter((i) => rows[i] > 0);
  if (occurs.length < 2) return "";
  const found = strength(table, informednessLimits(table)), beats = BEATING.includes(found);
  if (found === "turned") return "";
  const common = rows.indexOf(Math.max(...rows)), constant = rows[common] / n, accuracy = sum(diagonal(table)) / n;
  const always = `always saying ${quoted(labels[common])}`, its = `Its accuracy, ${percent(accuracy)},`;
  const rest = occurs.filter((i) => i !== common);
  const which = !beats ? "" : rest.length > 1 ? ", which finds nothing else"
    : `, which finds none of the ${count(rows[rest[0]])} ${quoted(labels[rest[0]])}`;
  if (found === "constant") {
    return `${its} is the share of ${quoted(labels[predictions(table).findIndex((each) => each > 0)])} among the items.`;
  }
  if (Math.abs(accuracy - constant) <= 1e-9 * Math.max(accuracy, constant)) return `${its} is exactly that of ${always}${which}.`;
  const gap = overConstant(table, common), and = `the ${percent(constant)} of ${always}`;
  if (!gap) return `Its accuracy is ${percent(accuracy)}; ${always} gives ${percent(constant)}.`;
  if (gap.low <= 0 && gap.high >= 0) {
    const points = (each) => signed(100 * clamp(each, -1, 1), 1).replace(/\.0$/, "");
    return `${its} and ${and}${which}${which ? "," : ""} cannot be told apart${n < FEW ? ` on ${items(n)}` : ""} `
      + `(difference ${points(gap.value)} points, 95% CI ${points(gap.low)} to ${points(gap.high)}).`;
  }
  if (gap.low > 0) return `${its} is above ${and}.`;
  const below = `${its} is below ${and}`;
  if (!beats) return `${below}.`;
  if (table.length > 2) return `${below}${which}.`;
  if (1 - constant <= SO_RARE) return `${below}. For something so rare almost any test is; accuracy is no guide here.`;
  const at = 1 - common;
  return `${below}${which}, because more of its ${quoted(labels[at])} calls are wrong (${count(table[common][at])}) than right (${count(table[at][at])}).`;
}

// A caution where the items, or those of a class, are few.
export function fewItems(table, labels) {
  const n = total(table), rows = actuals(table);
  if (!counted(table) || rows.filter((row) => row > 0).length < 2) return "";
  if (strength(table, informednessLimits(table)) === "probably") return "";
  if (n < FEW_ITEMS) return `Caution: only ${items(n)}; treat every number as rough.`;
  const few = range(rows.length).filter((i) => rows[i] > 0 && rows[i] < FEW_OF_CLASS);
  if (!few.length) return "";
  if (few.length === 1) {
    const label = quoted(labels[few[0]]), size = rows[few[0]];
    return `Caution: only ${size} ${label} item${size > 1 ? "s" : ""}; nothing about ${label} can be measured well.`;
  }
  const named = few.length === 2 ? few.map((i) => quoted(labels[i])).join(", ") : `${few.length} labels`;
  return `Caution: fewer than ${FEW_OF_CLASS} items of ${named}; treat their rates as rough.`;
}
