// Chance with a seed: the same table always meets the same guessers.

import { sum, actuals, predictions, counted, total, clamp } from "./arithmetic.js";
import { logGamma } from "./beta.js";

export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const FACTORIALS = [0]; // their logarithms, as far as they were needed
function logFactorial(n) {
  if (n > 100000) return logGamma(n + 1);
  for (let k = FACTORIALS.length; k <= n; k += 1) FACTORIALS.push(FACTORIALS[k - 1] + Math.log(k));
  return FACTORIALS[n];
}
const logChoose = (n, k) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

// How many good ones among `drawn` of good + bad: from the mode outward until the chance is used up.
export function hypergeometric(chance, good, bad, drawn) {
  const least = Math.max(0, drawn - bad), most = Math.min(good, drawn);
  if (least === most) return least;
  const mode = clamp(Math.floor(((drawn + 1) * (good + 1)) / (good + bad + 2)), least, most);
  const up = (k) => ((good - k) / (k + 1)) * ((drawn - k) / (bad - drawn + k + 1));
  let left = chance(), low = mode, high = mode;
  let below = Math.exp(logChoose(good, mode) + logChoose(bad, drawn - mode) - logChoose(good + bad, drawn)), above = below;
  left -= below;
  while (left > 0 && (low > least || high < most)) {
    if (high < most) {
      above *= up(high);
      high += 1;
      left -= above;
      if (left <= 0) return high;
    }
    if (low > least) {
      low -= 1;
      below /= up(low);
      left -= below;
      if (left <= 0) return low;
    }
  }
  return mode;
}

// So many of all, at random: how many of each kind.
export function handful(chance, counts, drawn) {
  let left = sum(counts);
  return counts.map((size) => {
    left -= size;
    const taken = hypergeometric(chance, size, left, drawn);
    drawn -= taken;
    return taken;
  });
}

// The same items and the same answers, shuffled.
export function shuffled(chance, rows, columns) {
  const left = [...columns];
  return rows.map((row, i) => {
    const dealt = i === rows.length - 1 ? [...left] : handful(chance, left, row);
    dealt.forEach((size, j) => { left[j] -= size; });
    return dealt;
  });
}

// Shares as items: times ten until they are whole, at most a thousand times; then rounded.
export function asItems(table) {
  const scale = [1, 10, 100, 1000].find((each) => counted(table.map((row) => row.map((cell) => cell * each))))
    ?? 1000 / Math.min(1000, total(table));
  return table.map((row) => row.map((cell) => Math.round(cell * scale)));
}

export const margins = (table) => [actuals(table), predictions(table)];
