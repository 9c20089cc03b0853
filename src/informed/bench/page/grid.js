// The table: labels, cells, what each cell pays, sums; keys as in a spreadsheet.

import { sum, actuals, predictions } from "./arithmetic.js";
import { readNumber } from "./numbers.js";
import { state, change, end, setView, MOST } from "./state.js";
import { count, signed, quoted } from "./words.js";
import { MARGIN } from "./reading.js";
import { pays, bets, bet } from "./book.js";
import { $, escaped } from "./drawing.js";

const cellId = (i, j) => `c${i}-${j}`;

function built() {
  const columns = state.labels.map((name, j) =>
    `<th scope="col"><input class="label" id="l${j}" value="${escaped(name)}" aria-label="name of label ${j + 1}" maxlength="40"></th>`);
  const rows = state.labels.map((name, i) => `<tr><th scope="row"><button type="button" class="row" id="r${i}" data-row="${i}"></button></th>${
    state.cells[i].map((cell, j) => `<td class="${i === j ? "hit" : "miss"}"><input id="${cellId(i, j)}" inputmode="decimal" autocomplete="off" value="${escaped(cell)}" maxlength="40"><span class="pay" id="p${i}-${j}"></span></td>`).join("")
  }<td class="sum" id="a${i}"></td></tr>`);
  return `<thead><tr><td></td><th colspan="${state.labels.length}" class="axis">predicted</th><td></td></tr>
    <tr><th class="axis corner">actual</th>${columns.join("")}<th class="sum" scope="col">all</th></tr></thead>
    <tbody>${rows.join("")}</tbody><tfoot><tr><th class="sum" scope="row">all</th>${
  state.labels.map((_, j) => `<td class="sum" id="s${j}"></td>`).join("")}<td class="sum" id="n"></td></tr>${
  [["odds", "odds"], ["stakes", "stake"]].map(([kind, said]) => `<tr class="bet"><th class="sum" scope="row">${said}</th>${
    state.labels.map((_, j) => `<td><input inputmode="decimal" autocomplete="off" id="${kind}${j}" data-kind="${kind}" data-place="${j}" maxlength="20"></td>`).join("")}<td></td></tr>`).join("")}</tfoot>`;
}

// Only what changed is written: a page asks its elements slowly, and there may be thousands of them.
let places = [];
function fillCell(place, text, about, each) {
  const { cell, pay } = place, bad = !state.readable && text.trim() !== "" && readNumber(text) === null;
  if (cell.value !== text) cell.value = text;
  if (place.about !== about) cell.setAttribute("aria-label", about);
  if (bad) cell.setAttribute("aria-invalid", "true"); else if (place.bad) cell.removeAttribute("aria-invalid");
  if (place.each !== each) pay.textContent = each;
  Object.assign(place, { about, bad, each });
}

function fill() {
  const { table, labels } = state, paid = pays(table);
  const rows = actuals(table), columns = predictions(table);
  labels.forEach((name, i) => {
    const input = $(`l${i}`), button = $(`r${i}`);
    if (input.value !== name) input.value = name;
    button.textContent = name;
    button.setAttribute("aria-pressed", String(i === state.focus));
    button.setAttribute("aria-label", `${name} against the rest`);
    $(`a${i}`).textContent = count(rows[i]);
    $(`s${i}`).textContent = count(columns[i]);
    labels.forEach((other, j) => fillCell(places[i][j], state.cells[i][j], `actual ${name}, predicted ${other}`, `${signed(paid[i][j])} each`));
  });
  $("n").textContent = count(sum(rows));
  for (const [kind, values] of Object.entries(bets(table))) values.forEach((value, j) => fillBet($(`${kind}${j}`), `${kind} on ${labels[j]}`, value));
}

// A bet that is being typed stays as it is typed.
function fillBet(field, about, value) {
  const text = String(Number(value.toFixed(4)));
  if (field !== document.activeElement && field.value !== text) field.value = text;
  if (field.ariaLabel !== about) field.ariaLabel = about;
  if (field !== document.activeElement) field.removeAttribute("aria-invalid");
}

export function showGrid(source) {
  const grid = $("grid");
  if (grid.dataset.size !== String(state.labels.length)) {
    const focused = document.activeElement?.id;
    grid.innerHTML = built();
    places = state.labels.map((_, i) => state.labels.map((__, j) => ({ cell: $(cellId(i, j)), pay: $(`p${i}-${j}`) })));
    grid.dataset.size = state.labels.length;
    grid.classList.toggle("many", state.labels.length > 4);
    grid.classList.toggle("wide", state.labels.length > 6);
    if (source === "add") {
      const added = $(`l${state.labels.length - 1}`);
      added.focus();
      added.select();
    }
    else if (focused) $(focused)?.focus();
  }
  fill();
  if (state.readable) say(sums());
}

// Told once: who listens to the page hears every change of it.
function say(words) {
  const message = $("message");
  if (message.textContent !== words) message.textContent = words;
}

// A label that is called like a row of sums is a class here: whoever typed it may have meant the sums.
function sums() {
  if (state.lost) return `The address holds no table of 2 to ${MOST} labels with counts from 0; this is another one.`;
  const name = state.labels.find((each) => MARGIN.test(each.trim()));
  return name === undefined ? "" : `${quoted(name)} counts as a class. If it holds sums, remove it: the page adds up by itself.`;
}

// What is wrong, once a cell is left.
function complain(cell) {
  const text = cell.value.trim();
  const bad = text !== "" && readNumber(text) === null;
  say(bad ? `'${text}' is not a number of items. The verdict is that of the last readable table.` : sums());
}

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
function walk(event) {
  const found = /^c(\d+)-(\d+)$/.exec(event.target.id), move = MOVES[event.key];
  if (!found || !move || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const { selectionStart: from, selectionEnd: to, value } = event.target;
  const whole = from === 0 && to === value.length;
  if (move[1] < 0 && !whole && to > 0) return;
  if (move[1] > 0 && !whole && from < value.length) return;
  const next = $(cellId(Number(found[1]) + move[0], Number(found[2]) + move[1]));
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}

export function startGrid() {
  const grid = $("grid");
  grid.addEventListener("input", ({ target }) => {
    const cell = /^c(\d+)-(\d+)$/.exec(target.id), name = /^l(\d+)$/.exec(target.id);
    if (target.dataset.kind) bet({ target });
    if (cell) {
      change(target.id, () => {
        state.cells[cell[1]][cell[2]] = target.value;
        state.waiting = target.value.trim() ? null : target.id; // who clears a cell is about to type
      });
    }
    if (name) change(target.id, () => { state.labels[name[1]] = target.value || "?"; });
  });
  grid.addEventListener("focusin", ({ target }) => {
    const cell = /^c(\d+)-/.exec(target.id);
    if (!cell) return;
    target.select();
    if (state.labels.length > 2 && state.focus !== Number(cell[1])) setView({ focus: Number(cell[1]) });
  });
  grid.addEventListener("focusout", ({ target }) => {
    if (state.waiting === target.id) change(target.id, () => { state.waiting = null; });
    end();
    if (target.id.startsWith("c")) complain(target);
  });
  grid.addEventListener("click", ({ target }) => {
    const row = target.closest("button[data-row]");
    if (row) setView({ focus: Number(row.dataset.row) });
  });
  grid.addEventListener("keydown", walk);
}
