// Numbers and the verdict in words, by the rules of informed/questions/evaluate/words.py.

import { sum, range, actuals, predictions, diagonal, total, informedness, counted } from "./arithmetic.js";
import { informednessLimits, constantSide } from "./limits.js";

export const KEY_WORDS = [
  "Guessing", "No evidence that it beats guessing", "Better than guessing", "Worse than guessing", "Cannot tell",
];
const NEAR = 0.05;
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

// The sentence with its key word, and which side of guessing is shown: 1, -1 or 0.
export function informed(table, labels) {
  const rows = actuals(table), columns = predictions(table);
  const said = range(table.length).filter((i) => columns[i] > 0);
  const occurs = range(table.length).filter((i) => rows[i] > 0);
  const plain = (key, rest, side = 0) => ({ key, rest, side });
  if (!occurs.length) return plain("Cannot tell", ": the table is empty.");
  if (occurs.length < 2) return plain("Cannot tell", `: only ${quoted(labels[occurs[0]])} occurs among the actual labels.`);
  if (said.length === 1) return plain("Guessing", `. It always says ${quoted(labels[said[0]])}.`);
  const value = informedness(table), shown = `: informedness ${coefficient(value)}`;
  const limits = informednessLimits(table);
  if (!limits) return plain("Cannot tell", `${shown}, but the number of items is unknown: the cells are shares.`);
  const [low, high] = limits;
  if (low > 0) return plain("Better than guessing", `${shown} (${ends(limits)}; 0 = guessing, 1 = perfect).`, 1);
  const turned = `, so informed the wrong way round${shown}`;
  const scale = `${table.length === 2 ? "-1 = always wrong, " : ""}0 = guessing, 1 = perfect`;
  if (high < 0) return plain("Worse than guessing", `${turned} (${ends(limits)}; ${scale}). Are the predicted labels swapped?`, -1);
  if (-NEAR <= low && low <= 0 && 0 <= high && high <= NEAR) return plain("Guessing", `${shown} (${ends(limits)}).`);
  return plain("No evidence that it beats guessing", `${shown} (${ends(limits)} includes 0).`);
}

// Accuracy beside that of the most common label.
export function againstConstant(table, labels) {
  const rows = actuals(table), n = sum(rows);
  if (rows.filter((row) => row > 0).length < 2) return "";
  const common = rows.indexOf(Math.max(...rows)), constant = rows[common] / n, accuracy = sum(diagonal(table)) / n;
  const always = `always saying ${quoted(labels[common])}`;
  if (Math.abs(accuracy - constant) <= 1e-9 * Math.max(accuracy, constant)) {
    return `Its accuracy, ${percent(accuracy)}, is exactly what ${always} gives.`;
  }
  const side = constantSide(table, common), seems = accuracy > constant ? "better" : "worse";
  if (side === null) return `Its accuracy is ${percent(accuracy)}; ${always} gives ${percent(constant)}.`;
  if (side === 0) return `Its accuracy, ${percent(accuracy)}, may be no ${seems} than ${always} (${percent(constant)}).`;
  return `Its accuracy, ${percent(accuracy)}, is ${side < 0 ? "below" : "above"} the ${percent(constant)} that ${always} gives.`;
}

// A caution where the items, or those of a class, are few.
export function fewItems(table, labels) {
  const n = total(table), rows = actuals(table);
  if (!counted(table) || rows.filter((row) => row > 0).length < 2) return "";
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
