// The normal and the beta distribution, to about twelve digits.

export const Z = 1.959963984540054; // leaves out 2.5% above it
const TAIL = 0.025;
export const SURE = { tail: 0.0025, z: 2.807033768343804 }; // leaves out a quarter of a percent above it
const USUAL = { tail: TAIL, z: Z };

const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360];

// What Stirling's formula lacks of the logarithm of the gamma function.
function correction(x) {
  return STIRLING.reduceRight((rest, each) => each + rest / (x * x), 0) / x;
}

export function logGamma(x) {
  let shift = 0;
  for (; x < 12; x += 1) shift += Math.log(x);
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + correction(x) - shift;
}

// log of x^a (1 - x)^b / B(a, b), with the large terms taken against the mean so that they do not cancel.
function logDensity(x, a, b) {
  const n = a + b;
  if (Math.min(a, b) < 12) {
    const q = Math.max(a, b), p = Math.min(a, b);
    const beta = q < 12
      ? logGamma(a) + logGamma(b) - logGamma(n)
      : logGamma(p) + correction(q) - correction(n) + p - p * Math.log(n) + (q - 0.5) * Math.log1p(-p / n);
    return a * Math.log(x) + b * Math.log1p(-x) - beta;
  }
  const away = (x * n - a);
  return a * Math.log1p(away / a) + b * Math.log1p(-away / b)
    + 0.5 * Math.log((a / n) * b) - 0.5 * Math.log(2 * Math.PI) - correction(a) - correction(b) + correction(n);
}

// The continued fraction of the incomplete beta function (Lentz's method).
function fraction(x, a, b) {
  const tiny = 1e-300, held = (value) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1, d = 1 / held(1 - ((a + b) * x) / (a + 1)), found = d;
  for (let m = 1; m < 20000; m += 1) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / held(1 + term * d);
      c = held(1 + term / c);
      found *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return found;
}

export function betaCdf(x, a, b) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = Math.exp(logDensity(x, a, b));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b;
}

// Cornish and Fisher's series about the mean: what it leaves out is far below 1e-12 for counts this large.
function manyQuantile(a, b, deviate) {
  const n = a + b, mean = a / n, deviation = Math.sqrt(((a / n) * (b / n)) / (n + 1)), z = -deviate;
  const skew = (2 * (b - a) * Math.sqrt(n + 1)) / ((n + 2) * Math.sqrt(a) * Math.sqrt(b));
  const excess = (6 * (((a - b) / n) * ((a - b) / n) * (n + 1) - (a / n) * b * ((n + 2) / n)))
    / ((a / n) * b * ((n + 2) / n) * (n + 3));
  return mean + deviation * (z + ((z * z - 1) * skew) / 6 + ((z ** 3 - 3 * z) * excess) / 24
    - ((2 * z ** 3 - 5 * z) * skew * skew) / 36);
}

// The value that a beta variable stays below with probability 0.025, or another: Newton's steps, kept inside a bracket.
export function betaQuantile(a, b, { tail, z } = USUAL) {
  if (Math.min(a, b) > 2e5) return manyQuantile(a, b, z);
  let low = 0, high = 1, x = a / (a + b);
  for (let turn = 0; turn < 200; turn += 1) {
    const gap = betaCdf(x, a, b) - tail;
    if (gap > 0) high = x; else low = x;
    const step = gap / Math.exp(logDensity(x, a, b) - Math.log(x) - Math.log1p(-x));
    const next = x - step > low && x - step < high ? x - step : (low + high) / 2;
    if (Math.abs(next - x) < 1e-15 * x || high - low < 1e-300) return next;
    x = next;
  }
  return x;
}

// The probability of a normal deviate at least this far from 0.
export function twoSided(z) {
  const x = Math.abs(z) / Math.SQRT2;
  if (Number.isNaN(x)) return NaN;
  if (x < 2) {
    let term = x, sum = x;
    for (let k = 1; Math.abs(term) > 1e-17 * sum; k += 1) {
      term *= (2 * x * x) / (2 * k + 1);
      sum += term;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
  }
  let tail = 0;
  for (let k = 80; k > 0; k -= 1) tail = (k / 2) / (x + tail);
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * (x + tail));
}

// The normal deviate that leaves out this tail.
export function deviate(tail) {
  let [low, high] = [0, 40];
  for (let turn = 0; turn < 70; turn += 1) {
    const middle = (low + high) / 2;
    if (twoSided(middle) > 2 * tail) low = middle; else high = middle;
  }
  return (low + high) / 2;
}
