// Who is misjudged: a file opened in the page, its groups worst first, and the rows that went wrong.

import { informedness, sum, range } from "./arithmetic.js";
import { shownLimits } from "./limits.js";
import { parseCsv, crossed, ROLES } from "./reading.js";
import { readNumber } from "./numbers.js";
import { setTable, setView, end, MOST } from "./state.js";
import { setScores, setExample } from "./threshold.js";
import { coefficient, number, many, quoted } from "./words.js";
import { random } from "./random.js";
import { $, escaped, rect, line } from "./drawing.js";

const SHOWN_GROUPS = 12, SHOWN_ROWS = 100, MOST_LABELS = 200;
const FEW_NUMBERS = 12; // different numbers that may still be labels
const file = { name: "", head: [], rows: [] };
let groups = [], chosen = null;

const distinct = (column) => new Set(file.rows.map((row) => row[column]));

// Names first, then columns that share labels; numbers with many values and ids are no labels.
function guess() {
  const values = file.head.map((_, i) => distinct(i));
  const numeric = (i) => [...values[i]].every((each) => readNumber(each.replace(/^-/, "")) !== null);
  const labelled = file.head.map((_, i) => i).filter((i) => values[i].size <= (numeric(i) ? FEW_NUMBERS : MOST_LABELS) && values[i].size < file.rows.length);
  const named = (role, taken = []) => labelled.find((i) => ROLES[role].test(file.head[i]) && !taken.includes(i));
  const partner = (i) => labelled.find((j) => j !== i && values[j].size > 1 && [...values[j]].every((each) => values[i].has(each)));
  const actual = named("actual") ?? labelled.find((i) => partner(i) !== undefined) ?? labelled[0] ?? 0;
  const predicted = named("predicted", [actual]) ?? partner(actual) ?? labelled.find((i) => i !== actual) ?? Number(actual === 0);
  const answers = (i) => [...values[i]].every((each) => values[actual].has(each)); // another predictor is no group
  const by = file.head.findIndex((_, i) => i !== actual && i !== predicted && values[i].size > 1 && values[i].size <= 40 && !answers(i));
  return { actual, predicted, by, score: file.head.findIndex((name, i) => ROLES.score.test(name) && i !== actual && i !== predicted) };
}

function column(name) {
  return Number($(`col-${name}`).value);
}

function columns() {
  const guessed = guess(), options = (none) => `${none ? '<option value="-1">none</option>' : ""}${file.head.map((name, i) => `<option value="${i}">${escaped(name)}</option>`).join("")}`;
  $("columns").innerHTML = [["actual", 0], ["predicted", 0], ["by", 1], ["score", 1]].map(([name, none]) =>
    `<label>${name} <select id="col-${name}">${options(none)}</select></label>`).join("");
  for (const [name, at] of Object.entries(guessed)) {
    $(`col-${name}`).value = String(at);
    $(`col-${name}`).addEventListener("change", () => judge(name));
  }
}

// Labels that were chosen are judged above, and scores put on the threshold: as one step that can be undone.
function judge(changed) {
  const [actual, predicted, by, score] = ["actual", "predicted", "by", "score"].map(column);
  const labels = [...new Set(file.rows.flatMap((row) => [row[actual], row[predicted]]))].sort();
  chosen = null;
  $("rows").innerHTML = "";
  for (const id of ["export", "see"]) $(id).hidden = true;
  if (labels.length > MOST_LABELS) {
    groups = [];
    $("groups").innerHTML = "";
    say(`${many(labels.length)} different labels in '${file.head[actual]}' and '${file.head[predicted]}'. Is one of them an id column?`);
    return;
  }
  const parts = new Map();
  for (const row of file.rows) {
    const key = by < 0 ? "all rows" : row[by];
    if (!parts.has(key)) parts.set(key, []);
    parts.get(key).push(row);
  }
  groups = [...parts].map(([name, rows]) => {
    const table = crossed(rows, labels, actual, predicted);
    return { name, rows, wrong: rows.filter((row) => row[actual] !== row[predicted]), value: informedness(table), limits: shownLimits(table) };
  }).sort((a, b) => a.value - b.value);
  const whole = crossed(file.rows, labels, actual, predicted);
  say(`${file.name}: ${many(file.rows.length)} rows, ${many(sum(groups.map((each) => each.wrong.length)))} misjudged. Informedness ${coefficient(informedness(whole))}: the upright line in each bar.`);
  listed(informedness(whole), by);
  $("see").hidden = labels.length > MOST || labels.length < 2;
  if ($("see").hidden) return;
  if (changed !== "by" && changed !== "score") {
    setTable("file", whole, labels);
    setView({ focus: Number(labels.length === 2 && sum(whole[1]) < sum(whole[0])) }); // a test for the rarer one
    end();
  }
  if (changed !== "by") scored(score, actual, labels);
}

const say = (text) => { $("opened").textContent = text; };

function scored(score, actual, labels) {
  const values = score < 0 ? [] : file.rows.map((row) => [readNumber(row[score]), row[actual]]);
  if (!values.length || labels.length > 2 || values.some(([value]) => value === null)) {
    setExample();
    return;
  }
  const mean = (label) => { const own = values.filter(([, each]) => each === label); return sum(own.map(([value]) => value)) / own.length; };
  const positive = mean(labels[0]) > mean(labels[1]) ? labels[0] : labels[1];
  setScores(values.map(([value, label]) => [value, label === positive]), [positive, labels.find((each) => each !== positive)]);
}

function listed(whole, by) {
  const row = (group, at) => `<tr><th scope="row"><button type="button" data-group="${at}" aria-pressed="false">${escaped(group.name || "(empty)")}</button></th>
    <td>${many(group.rows.length)}</td><td>${many(group.wrong.length)}</td><td>${number(group.value)}</td>
    <td class="ci">${group.limits ? group.limits.map((each) => number(each)).join(" to ") : ""}</td>
    <td class="strip" aria-hidden="true"><svg viewBox="-1 0 2 .14" preserveAspectRatio="none">${rect(Math.min(0, group.value), 0.03, Math.abs(group.value), 0.08, group.value < whole - 0.1 ? "bin far" : "bin has called")}${line(whole, 0, whole, 0.14, "whole")}</svg></td></tr>`;
  const table = (part, offset) => `<table class="list"><thead><tr><th scope="col">${escaped(by < 0 ? "group" : file.head[by])}</th><th scope="col">rows</th><th scope="col">misjudged</th><th scope="col">informedness</th><th scope="col">95% CI</th><td aria-hidden="true"><div class="ends"><span>-1</span><span>0</span><span>1</span></div></td></tr></thead><tbody>${
    part.map((each, i) => row(each, i + offset)).join("")}</tbody></table>`;
  const rest = groups.slice(SHOWN_GROUPS);
  $("groups").innerHTML = table(groups.slice(0, SHOWN_GROUPS), 0)
    + (rest.length ? `<details><summary>${many(rest.length)} more groups</summary>${table(rest, SHOWN_GROUPS)}</details>` : "");
}

function showRows(at) {
  chosen = groups[at];
  for (const each of $("groups").querySelectorAll("button")) each.setAttribute("aria-pressed", String(Number(each.dataset.group) === at));
  const marked = [column("actual"), column("predicted")];
  const more = chosen.wrong.length > SHOWN_ROWS ? ` (the first ${SHOWN_ROWS} are shown)` : "";
  $("rows").innerHTML = `<table class="list"><caption>${many(chosen.wrong.length)} misjudged rows of ${escaped(quoted(chosen.name))}${more}</caption><thead><tr>${
    file.head.map((name) => `<th scope="col">${escaped(name)}</th>`).join("")}</tr></thead><tbody>${
    chosen.wrong.slice(0, SHOWN_ROWS).map((row) => `<tr>${row.map((cell, i) => `<td${marked.includes(i) ? ' class="marked"' : ""}>${escaped(cell)}</td>`).join("")}</tr>`).join("")}</tbody></table>`;
  $("export").hidden = false;
}

// As Python writes it: what a spreadsheet would compute has an apostrophe before it.
const computed = (cell) => /^([=@\t\r\n\uff1d\uff20]|[+\uff0b\uff0d-].)/s.test(cell) && !/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(cell);
export function csvCell(text) {
  const cell = computed(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
function exported() {
  const text = [file.head, ...chosen.wrong].map((row) => row.map(csvCell).join(",")).join("\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/csv" }));
  link.download = `misjudged-${chosen.name.replace(/[^\w-]+/g, "_")}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

// A test at two sites, better at one of them, with scores: made here, from nobody's data.
function madeUp() {
  const chance = random(5), rows = range(600).map((i) => {
    const ill = chance() < 0.3, north = chance() < 0.5, score = 1 / (1 + Math.exp((ill ? -1 : 1) * (north ? 2 : 0.7) - 4 * (chance() + chance() + chance() - 1.5)));
    return [i + 1, north ? "north" : "south", ill ? "ill" : "well", score > 0.5 ? "ill" : "well", score.toFixed(3)];
  });
  return [["id", "site", "actual", "test", "score"], ...rows].map((row) => row.join(",")).join("\n");
}

const toVerdict = () => $("verdict").scrollIntoView({ block: "center" });

async function openFile(given) {
  const text = await given.text(), found = parseCsv(text.includes("\0") ? "" : text);
  Object.assign(file, { name: given.name, ...found });
  for (const id of ["groups", "rows", "columns"]) $(id).innerHTML = "";
  for (const id of ["export", "see"]) $(id).hidden = true;
  if (file.head.length < 2 || !file.rows.length) {
    say(`${given.name}: ${text.includes("\0") ? "this is not text. A CSV file is needed; save the sheet as CSV." : "no rows found. A CSV file with a header and at least two columns is needed."}`);
    return;
  }
  columns();
  judge();
}

export function startMisjudged() {
  $("file").addEventListener("change", ({ target }) => target.files[0] && openFile(target.files[0]));
  $("try").addEventListener("click", () => openFile({ name: "Made-up file", text: madeUp }));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    await openFile(event.dataTransfer.files[0]);
    if ($("see").hidden) $("opened").scrollIntoView({ block: "center" });
    else toVerdict();
  });
  $("see").addEventListener("click", toVerdict);
  $("groups").addEventListener("click", ({ target }) => {
    const group = target.closest("button[data-group]");
    if (group) showRows(Number(group.dataset.group));
  });
  $("export").addEventListener("click", exported);
}
