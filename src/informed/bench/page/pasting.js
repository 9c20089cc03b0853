// The dialog in which a table is pasted, looked at, and used.

import { range } from "./arithmetic.js";
import { readTable } from "./reading.js";
import { setTable, end, MOST } from "./state.js";
import { count } from "./words.js";
import { $, escaped } from "./drawing.js";

let found = null;
const turned = (table) => range(table.length).map((j) => table.map((row) => row[j]));
const rowsAre = () => document.querySelector("input[name=rows]:checked").value;

const labelled = () => found.labels.length === found.table.length;
const named = () => (labelled() ? found.labels : range(found.table.length).map((i) => String(i + 1)));

function oriented() {
  return rowsAre() === "actual" ? found.table : turned(found.table);
}

const notes = () => (found ? [...found.notes, ...(labelled() ? [] : ["The text has no labels; they are numbered."])] : []);

function preview() {
  const good = found && !found.error && found.table.length <= MOST;
  $("use").disabled = !good;
  $("notes").textContent = found?.error ?? (found && !good ? `At most ${MOST} labels.` : notes().join(" "));
  if (!good) {
    $("preview").innerHTML = "";
    return;
  }
  const table = oriented(), labels = named();
  $("preview").innerHTML = `<caption>rows actual, columns predicted</caption><thead><tr><td></td>${labels.map((each) => `<th scope="col">${escaped(each)}</th>`).join("")}</tr></thead>
    <tbody>${table.map((row, i) => `<tr><th scope="row">${escaped(labels[i])}</th>${row.map((cell) => `<td>${count(cell)}</td>`).join("")}</tr>`).join("")}</tbody>`;
}

function read() {
  const text = $("pasted").value;
  found = text.trim() ? readTable(text) : null;
  if (found?.rows) document.querySelector(`input[name=rows][value=${found.rows}]`).checked = true;
  $("asked").textContent = found && !found.error && !found.rows ? "The text does not say which. Change this if it is wrong." : "";
  preview();
}

export function openPaste(text = "") {
  document.querySelector("input[name=rows][value=actual]").checked = true;
  $("pasted").value = text;
  read();
  $("paste").showModal();
}

export function startPasting() {
  $("pasting").addEventListener("click", () => openPaste());
  $("pasted").addEventListener("input", read);
  for (const each of document.querySelectorAll("input[name=rows]")) each.addEventListener("change", preview);
  $("use").addEventListener("click", () => {
    setTable("paste", oriented(), named());
    end();
    for (const id of ["paste", "dare"]) $(id).close();
  });
  document.addEventListener("paste", (event) => { // the whole page is a box to paste into
    if (event.target.closest("dialog, .bar")) return;
    const html = event.clipboardData.getData("text/html"), text = event.clipboardData.getData("text/plain");
    const table = /<tr[\s>]/i.test(html) ? html : text;
    if (!/[\n\t|&]/.test(table.trim())) return;
    event.preventDefault();
    openPaste(table);
  });
}
