// Values of a table of counts, rows actual and columns predicted, as informed/core/measures has them.

export const sum = (values) => values.reduce((total, each) => total + each, 0);
export const range = (size) => Array.from({ length: size }, (_, place) => place);
export const actuals = (table) => table.map(sum);
export const predictions = (table) => range(table.length).map((j) => sum(table.map((row) => row[j])));
export const diagonal = (table) => table.map((row, i) => row[i]);
export const total = (table) => sum(actuals(table));
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// A function of a table that several parts of the page ask about the same table: tables are replaced, never changed.
export function remembered(find) {
  let table = null, found = null;
  return (given) => {
    if (given !== table) [table, found] = [given, find(given)];
    return found;
  };
}

// Every label against the rest: [[tp, fn], [fp, tn]].
export const eachAgainst = remembered((table) => {
  if (table.length === 2) return [table, [[table[1][1], table[1][0]], [table[0][1], table[0][0]]]];
  const rows = actuals(table), columns = predictions(table), n = sum(rows);
  return table.map((row, i) => [[row[i], rows[i] - row[i]], [columns[i] - row[i], n - rows[i] - columns[i] + row[i]]]);
});
export const against = (table, place) => eachAgainst(table)[place];

const determinant = ([[tp, fn], [fp, tn]]) => tp * tn - fn * fp;

// Terms of zero weight are dropped, undefined ones count 0; without a defined term the mean is undefined.
function average(values, weights) {
  const used = range(values.length).filter((i) => weights[i] > 0 && !Number.isNaN(values[i]));
  return used.length ? sum(used.map((i) => weights[i] * values[i])) : NaN;
}

export const gains = (table) => eachAgainst(table).map((two) =>
  determinant(two) / ((two[0][0] + two[0][1]) * (two[1][0] + two[1][1])));

const transposed = (table) => range(table.length).map((j) => table.map((row) => row[j]));
const shares = (margin) => {
  const whole = sum(margin);
  return margin.map((each) => each / whole);
};
const entropy = (counts) => -sum(shares(counts).map((p) => (p > 0 ? p * Math.log2(p) : 0)));
const known = (value) => (Number.isNaN(value) ? 0 : value); // an empty margin, shown as 0 (Powers 2007, 2.5), and said to be

function mcc(table) {
  const rows = actuals(table), columns = predictions(table), n = sum(rows);
  const shared = sum(eachAgainst(table).map(determinant));
  const spread = (margin) => sum(margin.map((each) => each * (n - each)));
  return shared / Math.sqrt(spread(rows) * spread(columns));
}

function kappa(table) {
  const rows = actuals(table), columns = predictions(table), n = sum(rows);
  const chance = sum(rows.map((row, i) => (row / n) * (columns[i] / n)));
  return (sum(diagonal(table)) / n - chance) / (1 - chance);
}

function correlated(informed, marked) {
  const product = informed * marked;
  if (product < 0 && Math.abs(informed) > 1e-12 && Math.abs(marked) > 1e-12) return NaN;
  return Math.sign(informed) * Math.sqrt(Math.max(product, 0));
}

export const informedness = (table) => known(average(gains(table), shares(actuals(table))));

// Every value that the page shows of a whole table.
export function measures(table) {
  const rows = actuals(table), columns = predictions(table), n = sum(rows);
  const prevalence = shares(rows), bias = shares(columns), turned = transposed(table);
  const informed = average(gains(table), prevalence), marked = average(gains(turned), bias);
  const joint = entropy(table.flat()), classes = entropy(rows);
  const both = correlated(informed, marked);
  const ratios = {
    informedness: informed,
    edge: average(gains(table), bias),
    markedness: marked,
    mcc: mcc(table),
    kappa: kappa(table),
    proficiency: (classes + entropy(columns) - joint) / classes,
  };
  return {
    ...Object.fromEntries(Object.entries(ratios).map(([name, value]) => [name, known(value)])),
    correlation: Number.isNaN(informed) || Number.isNaN(marked) ? 0 : both,
    accuracy: sum(diagonal(table)) / n,
    undefined: Object.keys(ratios).filter((name) => Number.isNaN(ratios[name])),
  };
}

// Of one label against the rest, by the names of the clinic.
export function rates([[tp, fn], [fp, tn]]) {
  return {
    sensitivity: tp / (tp + fn),
    specificity: tn / (fp + tn),
    ppv: tp / (tp + fp),
    npv: tn / (fn + tn),
    lrPositive: (tp / (tp + fn)) / (fp / (fp + tn)),
    lrNegative: (fn / (tp + fn)) / (tn / (fp + tn)),
  };
}

// The share of positive calls, and of negative ones, that are right at another prevalence (Bayes).
export function predictive(sensitivity, specificity, prevalence) {
  const right = prevalence * sensitivity, wrong = (1 - prevalence) * (1 - specificity);
  const well = (1 - prevalence) * specificity, missed = prevalence * (1 - sensitivity);
  return { ppv: right / (right + wrong), npv: well / (well + missed) };
}

// The stake on each label: a unit of two labels; of more, the share of the bets on it over 1 - p, as Powers 2003 weighs
// them. Perfect answers then win 1 an item, guesses 0, and all of them the edge.
export function ownStakes(table) {
  const bias = shares(predictions(table));
  return shares(actuals(table)).map((p, j) => (p > 0 && p < 1 ? (table.length === 2 ? 1 : bias[j] / (1 - p)) : 0));
}
export const fairOdds = (table) => shares(actuals(table)).map((p) => (p > 0 && p < 1 ? (1 - p) / p : 0));

// What one answer wins at fair odds.
export function payoffs(table) {
  const staked = ownStakes(table), odds = fairOdds(table);
  return table.map((row, i) => row.map((_, j) => (staked[j] ? staked[j] * (i === j ? odds[j] : -1) : 0)));
}

// The block of Figure 1 of Powers 2003: rates of each label, F and G, and their means by how often labels are predicted.
export function means(table) {
  const rows = actuals(table), columns = predictions(table), bias = shares(columns), used = range(table.length).filter((j) => columns[j] > 0);
  const right = diagonal(table), f = right.map((each, j) => (2 * each) / (rows[j] + columns[j])), g = right.map((each, j) => each / Math.sqrt(rows[j] * columns[j]));
  return {
    recall: right.map((each, j) => each / rows[j]), precision: right.map((each, j) => each / columns[j]), f, g,
    averageF: 1 / sum(used.map((j) => bias[j] / f[j])), averageG: Math.exp(sum(used.map((j) => bias[j] * Math.log(g[j])))),
    conditionalEntropy: entropy(table.flat()) - entropy(columns),
  };
}

export const winnings = (table, pays) =>
  sum(table.flatMap((row, i) => row.map((count, j) => count * pays[i][j])));

// Informed with this probability, else guessing with the given bias; negative: wrong on purpose (Powers 2003).
export function mixture(prevalence, bias, informed) {
  const guess = [[prevalence * bias, prevalence * (1 - bias)], [(1 - prevalence) * bias, (1 - prevalence) * (1 - bias)]];
  const sure = informed < 0 ? [[0, prevalence], [1 - prevalence, 0]] : [[prevalence, 0], [0, 1 - prevalence]];
  const weight = Math.abs(informed);
  return guess.map((row, i) => row.map((cell, j) => (1 - weight) * cell + weight * sure[i][j]));
}

// A table of items: whole numbers but for rounding. Shares have values, but no interval and no p.
export const counted = (table) =>
  table.flat().every((cell) => Math.abs(cell - Math.round(cell)) <= Math.min(1e-9 * cell, 1e-3));

// Without the labels that neither occur nor are predicted: they change nothing.
export function occurring(table) {
  const rows = actuals(table), columns = predictions(table);
  const used = range(table.length).filter((i) => rows[i] > 0 || columns[i] > 0);
  return used.length < 2 ? table : used.map((i) => used.map((j) => table[i][j]));
}
