// Start everything, and let every part follow the table.

import { measures, rates, gains, against, payoffs, winnings, mixture, means } from "./arithmetic.js";
import { informednessLimits, ratesLimits, accuracyLimits } from "./limits.js";
import { KEY_WORDS, informed, againstConstant } from "./words.js";
import { readTable, parseCsv } from "./reading.js";
import { state, onChange, load, watchAddress, undo, redo, address, canUndo, canRedo, addLabel, dropLabel, setTable, setView, end, EXAMPLES, MOST } from "./state.js";
import { startGrid, showGrid } from "./grid.js";
import { startSummary, showSummary } from "./summary.js";
import { startPasting } from "./pasting.js";
import { startHeight, showHeight, moved } from "./height.js";
import { startGuessers, showGuessers, guessed } from "./guessers.js";
import { startBook, showBook } from "./book.js";
import { startSheet, sheet } from "./sheet.js";
import { startThreshold, costs, tableAt } from "./threshold.js";
import { startMisjudged, csvCell } from "./misjudged.js";
import { startDare, FORECASTS } from "./dare.js";
import { startShare, card, png } from "./share.js";
import { random } from "./random.js";
import { $, later } from "./drawing.js";

function startBar() {
  $("undo").addEventListener("click", undo);
  $("redo").addEventListener("click", redo);
  $("add").addEventListener("click", addLabel);
  $("drop").addEventListener("click", () => dropLabel(state.focus));
  $("examples").innerHTML = `<option value="">Examples</option>${Object.keys(EXAMPLES).map((name) => `<option>${name}</option>`).join("")}`;
  $("examples").addEventListener("change", ({ target }) => {
    const { labels, cells } = EXAMPLES[target.value];
    target.value = "";
    setTable("example", cells, labels);
    end();
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("dialog")) return;
    const key = event.key.toLowerCase(), back = key === "z" && !event.shiftKey, again = key === "y" || (key === "z" && event.shiftKey);
    if (!back && !again) return;
    event.preventDefault();
    (back ? undo : redo)();
  });
}

function showBar() {
  $("undo").disabled = !canUndo();
  $("redo").disabled = !canRedo();
  $("send").disabled = !state.readable;
  $("add").disabled = state.labels.length >= MOST;
  $("drop").hidden = state.labels.length <= 2;
  $("drop").textContent = `Remove '${state.labels[state.focus]}'`;
}

[startGrid, startSummary, startPasting, startBar, startDare].forEach((start) => start());
[showGrid, showSummary, showBar].forEach(onChange);
load();
performance.mark("first number");

// The numbers are on the screen before anything is drawn.
requestAnimationFrame(() => setTimeout(() => {
  [startHeight, startGuessers, startSheet, startBook, startThreshold, startMisjudged, startShare].forEach((start) => start());
  for (const show of [showHeight, showBook, showGuessers]) {
    onChange(show);
    show("load");
  }
}));
watchAddress();
window.addEventListener("resize", later(() => setView({})));

// For the console and the tests.
Object.assign(window, { bench: { measures, rates, gains, against, payoffs, winnings, mixture, means, sheet, informed, againstConstant,
  informednessLimits, ratesLimits, accuracyLimits, readTable, KEY_WORDS, state, address,
  FORECASTS, card, png, moved, guessed, random, costs, tableAt, parseCsv, csvCell } });
