// Tables as programs print them.

import { sum, range } from "./arithmetic.js";
import { readNumber } from "./numbers.js";

export const MARGIN = /^(grand )?(total|totals|all|sum|sums|margin|margins|row total|column total|gesamt|summe|Σ)$/i;
const PREDICTED = /pred|said|says|forecast|classified/i;
const ACTUAL = /act|true|truth|ref|obs|gold/i;
export const ROLES = {
  actual: /^(actual|truth|true|label|target|gold|class|diagnosis)|^y(_?true)?$/i,
  predicted: /^(pred|yhat|y_hat|y_?pred|forecast|model|said|output|answer|test)|^p$/i,
  score: /^(score|prob|p_|confidence)/i,
};
const RULE = /^[\s|+:=\-─━│┃┌┐└┘├┤┬┴┼╭╮╰╯╞╡═╪┏┓┗┛┡┩┳┻╇]*$/;

const lines = (text) => text.split(/\r?\n/).filter((line) => line.trim());

function fromHtml(text) {
  const rows = [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("tr")];
  return rows.map((row) => [...row.cells].map((cell) => cell.textContent));
}

function fromLatex(text) {
  const body = text.replace(/\\(begin|end)\{[^}]*\}(\{[^}]*\})?/g, "")
    .replace(/\\(hline|toprule|midrule|bottomrule|centering|cline\{[^}]*\}|cmidrule(\([^)]*\))?\{[^}]*\})/g, "")
    .replace(/\\multicolumn\{(\d+)\}\{[^}]*\}\{([^}]*)\}/g, "$2")
    .replace(/\\(textbf|textit|mathbf|emph|text)\{([^}]*)\}/g, "$2").replace(/\\([%&_#])/g, "$1").replace(/[$]/g, "");
  return body.split(/\\\\(?:\[[^\]]*\])?/).map((row) => row.split("&"));
}

// Nested brackets: Python lists, NumPy's str and repr, Julia and MATLAB with semicolons.
function fromBrackets(text) {
  const inner = [...text.matchAll(/\[([^[\]]*)\]/g)].map((found) => found[1]);
  const rows = inner.length === 1 ? inner[0].split(/;|\n/) : inner;
  return rows.map((row) => row.split(/[,\s]+/).filter(Boolean));
}

function fromNamed(text) {
  const found = Object.fromEntries([...text.matchAll(/\b(tp|fn|fp|tn)\b["']?\s*[=:]?\s*["']?([\d.,]+\d|\d)/gi)]
    .map(([, name, value]) => [name.toLowerCase(), value]));
  return Object.keys(found).length === 4
    ? [["actual \\ predicted", "positive", "negative"], ["positive", found.tp, found.fn], ["negative", found.fp, found.tn]] : null;
}

function fromJson(text) {
  try {
    const found = JSON.parse(text), table = found.table ?? found.counts ?? found;
    const nested = Object.values(table).every((each) => each instanceof Object && !Array.isArray(each));
    const labels = nested ? Object.keys(table) : found.labels ?? [];
    if (nested) return [["", ...labels], ...labels.map((row) => [row, ...labels.map((each) => String(table[row][each] ?? 0))])];
    if (!Array.isArray(table)) return null;
    return [...(labels.length ? [["", ...labels.map(String)]] : []),
      ...table.map((row, i) => [...(labels.length ? [String(labels[i])] : []), ...row.map(String)])];
  } catch {
    return null;
  }
}

function splitCsv(line, separator) {
  const cells = [];
  let cell = "", open = false;
  for (let i = 0; i < line.length; i += 1) {
    const each = line[i];
    if (each === '"' && open && line[i + 1] === '"') { cell += '"'; i += 1; }
    else if (each === '"' && (open || !cell.trim())) open = !open;
    else if (each === separator && !open) { cells.push(cell); cell = ""; }
    else cell += each;
  }
  return [...cells, cell];
}

// Lines may break inside quotes.
export function parseCsv(text) {
  const plain = text.replace(/^\ufeff/, ""), first = plain.split(/\r?\n/, 1)[0];
  const separator = ["\t", ";", ","].find((each) => first.includes(each)) ?? ",";
  const rows = [];
  let open = "";
  for (const each of plain.split(/\r?\n/)) {
    const joined = open ? `${open}\n${each}` : each;
    open = (joined.match(/"/g)?.length ?? 0) % 2 ? joined : "";
    if (!open && joined) rows.push(joined.includes('"') ? splitCsv(joined, separator) : joined.split(separator));
  }
  return { head: rows[0] ?? [], rows: rows.slice(1).filter((row) => row.length === rows[0].length) };
}

// Actual by predicted counts of some rows, over the labels of all of them.
export function crossed(rows, labels, actual, predicted) {
  const place = new Map(labels.map((each, i) => [each, i])), table = labels.map(() => labels.map(() => 0));
  for (const row of rows) table[place.get(row[actual])][place.get(row[predicted])] += 1;
  return table;
}

function fromLines(text) {
  const found = lines(text);
  if (found.length === 1 && text.includes(";")) return text.split(";").map((row) => row.trim().split(/[\s,]+/));
  const separator = ["\t", ";", "|", "│", "┃"].find((each) => found.filter((line) => line.includes(each)).length > 1);
  if (separator === "\t" || separator === ";") return found.map((line) => splitCsv(line, separator));
  if (separator) {
    return found.filter((line) => !RULE.test(line))
      .map((line) => line.trim().replace(/[┃]/g, "│").replace(/^[|│]|[|│]$/g, "").split(/[|│]/));
  }
  const spaced = found.every((line) => /\S\s+\S/.test(line.trim())) && !/,\s|,$/m.test(text);
  if (!spaced && text.includes(",")) return found.map((line) => splitCsv(line, ","));
  return found.map((line) => line.trim().split(/\s+/));
}

function rowsOf(text) {
  if (/<t[rdh][\s>]/i.test(text)) return fromHtml(text);
  const json = fromJson(text);
  if (json) return json;
  if (/&/.test(text) && /\\\\/.test(text)) return fromLatex(text);
  const named = fromNamed(text);
  if (named) return named;
  if (/\[/.test(text) && !/\[\d*,\d*\]/.test(text)) return fromBrackets(text);
  return fromLines(text);
}

const tidy = (cell) => cell.replace(/\*\*|`/g, "").trim().replace(/^(["'])(.*)\1$/, "$2").replace(/\s+/g, " ");
const placed = (label) => /^\[\d*,\d*\]$/.test(label); // R's names of rows and columns without names

function axis(word) {
  if (!word) return null;
  const [predicted, actual] = [word.search(PREDICTED), word.search(ACTUAL)];
  if (predicted < 0 && actual < 0) return null;
  return actual >= 0 && (predicted < 0 || actual < predicted) ? "actual" : "predicted";
}
const opposite = { actual: "predicted", predicted: "actual" };

// Which rows of text stand where: above the numbers, among them the labels, and what names the axes.
function parted(rows) {
  const comma = rows.flat().some((cell) => /^\d+,(\d{1,2}|\d{4,})$/.test(cell)) || rows.flat().some((cell) => /^\d{1,3}(\.\d{3})+,\d+$/.test(cell));
  const read = (cell) => readNumber(cell.replace(/%\s*$/, ""), comma); // a table of per cent is one of shares
  const numbers = rows.map((row) => row.filter((cell) => read(cell) !== null).length);
  const width = numbers[numbers.length - 1];
  let start = numbers.findIndex((size) => size >= 2);
  const numericHead = numbers[start] === width - 1 && numbers.filter((size) => size >= 2).length > 2;
  const above = rows.slice(0, numericHead ? start + 1 : start).filter((row) => row.some(Boolean));
  const numericLabels = numericHead && numbers.slice(start + 1).some((size) => size === width);
  if (numericHead) {
    start += 1;
    while (start < rows.length && numbers[start] < 2) above.push(rows[start++]);
  }
  const body = rows.slice(start).filter((row) => row.filter((cell) => read(cell) !== null).length >= 2);
  return { above, body, read, numericLabels };
}

function headed(above, columns, numericLabels) {
  const enough = above.findIndex((row) => row.filter(Boolean).length >= columns);
  if (enough < 0) return { header: [], pre: above, post: [], corner: "" };
  const header = above[enough].filter(Boolean);
  return {
    header: header.slice(-columns),
    corner: header.slice(0, -columns).join(" "),
    pre: above.slice(0, enough),
    post: above.slice(enough + 1),
    numericLabels,
  };
}

// Rows and columns that are sums of the others are left out, and so are columns that no row is named after.
function withoutMargins(found) {
  let { table, rowLabels, columnLabels } = found;
  const notes = [];
  const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)) + 1e-9;
  const drop = (side, place, why) => {
    const name = (side === "row" ? rowLabels : columnLabels)[place];
    if (side === "row") table = table.filter((_, i) => i !== place);
    else table = table.map((row) => row.filter((_, j) => j !== place));
    if (side === "row") rowLabels = rowLabels.filter((_, i) => i !== place);
    else columnLabels = columnLabels.filter((_, j) => j !== place);
    notes.push(`Left out the ${side} ${name ? `'${name}'` : `at the end`}: ${why}.`);
  };
  for (const place of range(rowLabels.length).reverse()) if (MARGIN.test(rowLabels[place] ?? "")) drop("row", place, "it holds sums");
  for (const place of range(columnLabels.length).reverse()) if (MARGIN.test(columnLabels[place] ?? "")) drop("column", place, "it holds sums");
  const last = table.length - 1, width = () => table[0].length;
  const sums = last >= 2 && table[last].every((cell, j) => near(cell, sum(table.slice(0, last).map((row) => row[j]))));
  const ends = width() >= 3 && table.every((row) => near(row[row.length - 1], sum(row.slice(0, -1))));
  if (sums && (ends || table.length === width() + 1)) drop("row", last, "it holds sums");
  if (ends && (sums || width() === table.length + 1)) drop("column", width() - 1, "it holds sums");
  while (table.length && width() > table.length && rowLabels.length) {
    const stray = columnLabels.length - 1;
    if (stray < 0 || rowLabels.includes(columnLabels[stray])) break;
    drop("column", stray, "no row has this label");
  }
  return { table, rowLabels, columnLabels, notes };
}

const AXIS_PREFIX = /^(pred(icted|iction)?|actual|true|reference|class)\s*[_:.\- ]\s*(?=\S)/i;
const bare = (labels) => (labels.length && labels.every((each) => AXIS_PREFIX.test(each))
  ? labels.map((each) => each.replace(AXIS_PREFIX, "")) : labels);

// Two columns of answers, whose names say which are actual and which predicted, are counted.
function fromAnswers(text) {
  const { head, rows } = parseCsv(text), [actual, predicted] = ["actual", "predicted"].map((role) => head.findIndex((name) => ROLES[role].test(name.trim())));
  if (head.length !== 2 || actual < 0 || predicted < 0) return null;
  const labels = [...new Set(rows.flat())].sort(), notes = [`${rows.length} answers are counted: '${head[actual]}' is actual, '${head[predicted]}' predicted.`];
  return labels.length < 2 ? { error: "Only one label occurs." } : { table: crossed(rows, labels, actual, predicted), labels, notes, rows: "actual" };
}

// A table from whatever was pasted: cells, labels, what its rows are, and what was left out; or an error.
export function readTable(text) {
  const answers = fromAnswers(text);
  if (answers) return answers;
  const rows = rowsOf(text).map((row) => row.map(tidy)).filter((row) => row.some(Boolean));
  const found = readRows(rows), negative = rows.flat().find((cell) => /^[-\u2212]\s?[\d.]/.test(cell));
  return found.error && negative ? { error: `Counts cannot be negative: ${negative}.` } : found;
}

function readRows(rows) {
  const { above, body, read, numericLabels } = parted(rows);
  if (body.length < 2) return { error: "No table found: paste at least two rows of numbers, or two columns of answers named actual and predicted." };
  const split = body.map((row) => {
    const first = row.findIndex((cell, place) => read(cell) !== null && !(numericLabels && place === 0));
    const tail = row.slice(first);
    return { label: row.slice(0, first).filter(Boolean).join(" "), cells: tail.filter((cell) => cell !== "").map(read) };
  });
  const columns = Math.max(...split.map((row) => row.cells.length));
  const ragged = split.findIndex((row) => row.cells.length !== columns || row.cells.includes(null));
  if (ragged >= 0) return { error: `Row ${ragged + 1} has ${split[ragged].cells.filter((c) => c !== null).length} numbers; the longest row has ${columns}.` };
  const head = headed(above, columns, numericLabels);
  const rowNames = split.map((row) => row.label);
  const found = withoutMargins({
    table: split.map((row) => row.cells),
    rowLabels: rowNames.some((each) => each && !placed(each)) ? rowNames : [],
    columnLabels: head.header.some((each) => !placed(each)) ? head.header : [],
  });
  const size = found.table.length;
  if (size !== found.table[0].length) {
    return { error: `This has ${size} rows and ${found.table[0].length} columns of numbers; a table has the same labels on both sides.` };
  }
  return { ...arranged(found), notes: found.notes, rows: orientation(head) };
}

function orientation({ pre, post, corner }) {
  const across = pre.length ? pre.flat().join(" ") : (post.length ? corner : "");
  const down = post.length ? post.flat().join(" ") : corner;
  return axis(down) ?? opposite[axis(across)] ?? null;
}

// Columns in the order of the rows, where both are named.
function arranged({ table, rowLabels, columnLabels }) {
  const [down, across] = [bare(rowLabels), bare(columnLabels)];
  const same = down.length === across.length && down.length && down.every((each) => across.includes(each));
  if (!same) return { table, labels: across.length ? across : down };
  const order = down.map((each) => across.indexOf(each));
  return { table: table.map((row) => order.map((j) => row[j])), labels: down };
}
