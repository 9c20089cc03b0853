// What the page knows: the table as typed, and a way back. The address holds it all.

import { range } from "./arithmetic.js";
import { readNumber } from "./numbers.js";

export const MOST = 50; // labels
export const EXAMPLES = {
  Screening: { labels: ["ill", "well"], cells: [[26, 14], [202, 3758]] },
  "Always sun": { labels: ["rain", "sun"], cells: [[0, 3], [0, 362]] },
  "Powers 2007": { labels: ["+", "-"], cells: [[30, 30], [12, 28]] },
  "15% informed": { labels: ["yes", "no"], cells: [[581, 119], [204, 96]] },
  Guessing: { labels: ["yes", "no"], cells: [[56, 14], [24, 6]] },
  "Three classes": { labels: ["cat", "dog", "fox"], cells: [[40, 10, 0], [5, 20, 2], [5, 10, 8]] },
};

export const state = { labels: [], cells: [], table: [], readable: true, lost: false, waiting: null, focus: 0, prevalence: null, book: null };
const past = [], future = [], listeners = [];
let step = null;

const copy = () => ({ labels: [...state.labels], cells: state.cells.map((row) => [...row]), focus: state.focus });
export const onChange = (listener) => listeners.push(listener);
export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;
export const before = () => step?.values ?? null;

// Cells as numbers; an empty cell is 0 once it is left. Where one cannot be read the last readable table stays.
function settle(source) {
  const table = state.cells.map((row) => row.map((cell) => (cell.trim() === "" ? 0 : readNumber(cell))));
  state.readable = table.flat().every((cell) => cell !== null);
  if (state.readable && !state.waiting) state.table = table;
  state.focus = Math.min(state.focus, state.labels.length - 1);
  if (state.book && state.book.size !== state.labels.length) state.book = null; // other labels, other bets
  for (const listener of listeners) listener(source);
  if (source !== "load") keep();
}

// Edits with the same key are one step of undo until `end`.
export function change(key, edit) {
  if (step?.key !== key) {
    past.push(copy());
    future.length = 0;
    step = { key };
  }
  state.lost = false;
  edit(state);
  settle(key);
}

export function end() {
  step = null;
}

function travel(from, to) {
  if (!from.length) return;
  to.push(copy());
  Object.assign(state, from.pop(), { waiting: null });
  step = null;
  settle("travel");
}
export const undo = () => travel(past, future);
export const redo = () => travel(future, past);

export const typed = (cell) => String(Number(Number(cell).toPrecision(12)));
export function setTable(key, table, labels = state.labels) {
  change(key, () => {
    if (labels.join("\n") !== state.labels.join("\n")) state.book = null;
    Object.assign(state, { labels: [...labels], waiting: null });
    state.cells = table.map((row) => row.map(typed));
  });
}

export function setView(view) {
  Object.assign(state, view);
  settle("view");
}

export function addLabel() {
  if (state.labels.length >= MOST) return;
  change("add", () => {
    const name = range(26).map((i) => String.fromCharCode(97 + i)).find((each) => !state.labels.includes(each)) ?? `label ${state.labels.length + 1}`;
    state.labels.push(name);
    state.cells.forEach((row) => row.push("0"));
    state.cells.push(state.labels.map(() => "0"));
  });
  end();
}

export function dropLabel(place) {
  if (state.labels.length <= 2) return;
  change("drop", () => {
    state.labels.splice(place, 1);
    state.cells.splice(place, 1);
    state.cells.forEach((row) => row.splice(place, 1));
  });
  end();
}

// --- the address -----------------------------------------------------------------------------------------------------

let waiting = 0;
function keep() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (state.readable && !state.lost) window.history.replaceState(null, "", `#${address()}`);
  }, 150);
}

export function address() {
  const query = new URLSearchParams({ table: state.table.map((row) => row.join(",")).join(";") });
  for (const label of state.labels) query.append("label", label);
  if (state.focus) query.set("positive", state.labels[state.focus]);
  if (state.prevalence !== null) query.set("prevalence", String(Number(state.prevalence.toPrecision(4))));
  const { odds = {}, stakes = {}, pool = 1 } = state.book ?? {};
  for (const [kind, bets] of Object.entries({ odds, stakes })) {
    const set = Object.entries(bets).map((each) => each.join(":"));
    if (set.length) query.set(kind, set.join(","));
  }
  if (pool !== 1) query.set("pool", pool);
  return query.toString().replace(/%(2C|3A|3B)/g, decodeURIComponent); // , : and ; stand for themselves
}

// Bets as they stand in an address, 0:5,1:2 for an odd of 5 on the first label and of 2 on the second.
function betsOf(query, size) {
  const read = (kind) => Object.fromEntries((query.get(kind) ?? "").split(",").map((each) => each.split(":"))
    .filter(([place, value]) => /^\d+$/.test(place) && Number(place) < size && readNumber(value ?? "") !== null)
    .map(([place, value]) => [place, readNumber(value)]));
  const book = { odds: read("odds"), stakes: read("stakes"), pool: readNumber(query.get("pool") ?? "") ?? 1, size };
  return Object.keys(book.odds).length || Object.keys(book.stakes).length || book.pool !== 1 ? book : null;
}

export const asked = () => new URLSearchParams(window.location.hash.slice(1));

export function fromAddress() {
  const query = asked();
  const cells = (query.get("table") ?? "").split(";").map((row) => row.split(","));
  const size = cells.length, labels = query.getAll("label");
  const square = size >= 2 && size <= MOST && cells.every((row) => row.length === size && row.every((each) => readNumber(each) !== null));
  if (!square) return null;
  const prevalence = readNumber(query.get("prevalence") ?? "");
  return {
    cells,
    labels: labels.length === size ? labels : range(size).map((i) => String.fromCharCode(97 + i)),
    focus: Math.max(0, labels.indexOf(query.get("positive"))),
    prevalence: prevalence > 0 && prevalence < 1 ? prevalence : null,
    book: betsOf(query, size),
  };
}

export function load() {
  const { labels, cells } = EXAMPLES.Screening;
  const found = fromAddress(), example = { labels: [...labels], cells: cells.map((row) => row.map(typed)) };
  Object.assign(state, found ?? example, { lost: !found && asked().has("table") });
  settle("load");
}

export function watchAddress() {
  window.addEventListener("hashchange", () => {
    const found = fromAddress();
    if (found && address() !== window.location.hash.slice(1)) {
      change("address", () => Object.assign(state, found));
      end();
    } else if (!found && asked().has("table")) setView({ lost: true });
  });
}
