// The verdict, the gauge, the measures, and the panel of the clinic.

import { measures, rates, predictive, against, actuals, total, clamp } from "./arithmetic.js";
import { shownLimits, accuracyLimits, ratesLimits } from "./limits.js";
import { informed, againstConstant, fewItems, number, percent, quoted } from "./words.js";
import { state, setView } from "./state.js";
import { drawGauge } from "./gauge.js";
import { $, escaped, tell } from "./drawing.js";

const SHOWN = {
  informedness: "How much better than guessing its decisions are. 0 is guessing, 1 is perfect, below 0 is worse than guessing. For two classes: sensitivity + specificity - 1. For more: the mean of this over the labels, weighted by how common they are.",
  accuracy: "The share of items that it gets right. A guesser can have a high one: compare it with always saying the most common label.",
  markedness: "The same question from the other side: how much a prediction tells about the class, beyond chance. For two classes: PPV + NPV - 1.",
  mcc: "Matthews correlation of class and prediction. For two classes the geometric mean of informedness and markedness.",
  proficiency: "The share of the information in the classes that the predictions carry.",
  edge: "Informedness with labels weighted by how often they are predicted instead of how common they are, as in Powers 2003. For two classes both are equal.",
};
const CLINIC = {
  sensitivity: ["sensitivity", "Of those who have it, the share that is found."],
  specificity: ["specificity", "Of those who do not have it, the share that is told so."],
  ppv: ["PPV", "Positive predictive value: of those told that they have it, the share that does, in this table."],
  npv: ["NPV", "Negative predictive value: of those told that they do not have it, the share that does not, in this table."],
  lrPositive: ["LR+", "Positive likelihood ratio: how many times more often a positive answer is given to those who have it."],
  lrNegative: ["LR-", "Negative likelihood ratio: how many times as often a negative answer is given to those who have it. Below 1 is good."],
};

const figure = (key, name, about) => `<div class="number" id="m-${key}"><span class="name">${name}
  <button type="button" class="why" popovertarget="why-${key}" aria-label="what is ${name}?"></button></span>
  <span id="why-${key}" popover class="explained">${escaped(about)}</span>
  <b></b><span class="ci"></span><span class="was" aria-hidden="true"></span></div>`;

export function startSummary() {
  $("measures").innerHTML = Object.entries(SHOWN).map(([key, about]) => figure(key, key, about)).join("");
  $("clinic").innerHTML = Object.entries(CLINIC).map(([key, [name, about]]) => figure(key, name, about)).join("");
  document.addEventListener("toggle", ({ target, newState }) => newState === "open" && target.matches(".explained") && besideIts(target), true);
  $("prevalence").addEventListener("input", ({ target }) => setView({ prevalence: 1 / (1 + Math.exp(-target.value)) }));
  $("own").addEventListener("click", () => setView({ prevalence: null }));
}

// An explanation opens at the finger, below its button or above it.
function besideIts(note) {
  const at = document.querySelector(`[popovertarget="${note.id}"]`).getBoundingClientRect(), { width, height } = note.getBoundingClientRect();
  const below = at.bottom + height + 8 < window.innerHeight;
  note.style.left = `${clamp(at.left, 8, Math.max(8, window.innerWidth - width - 8))}px`;
  note.style.top = `${Math.max(8, below ? at.bottom + 4 : at.top - height - 4)}px`;
}

let shown = {};
let origin = {};
function put(key, text, limits, digits, note = "") {
  const box = $(`m-${key}`), value = box.querySelector("b");
  tell(value, text, origin[key] ?? shown[key] ?? null);
  shown[key] = text;
  const ends = limits ? `${limits.map((each) => digits(each)).join(" to ")}` : note;
  box.querySelector(".ci").textContent = ends;
}

// "was" is the value before the edit began, not before the last key.
let editing = null;
function remember(source) {
  if (source === "view" || source === editing) return;
  editing = source;
  origin = { ...shown };
}

export function showSummary(source) {
  remember(source);
  const { table, labels } = state, verdict = informed(table, labels);
  document.body.dataset.side = verdict.side;
  document.body.classList.toggle("stale", !state.readable);
  $("key").textContent = verdict.key;
  $("rest").textContent = verdict.rest.replace(/ = /g, "\u00a0=\u00a0");
  $("beside").textContent = [fewItems(table, labels), againstConstant(table, labels)].filter(Boolean).join(" ");
  const found = measures(table);
  drawGauge($("gauge"), table);
  const own = { informedness: shownLimits(table), accuracy: accuracyLimits(table) };
  for (const key of Object.keys(SHOWN)) {
    put(key, number(found[key]), own[key], (each) => number(each), found.undefined.includes(key) ? "undefined, shown as 0" : "");
  }
  $("m-edge").hidden = labels.length === 2;
  showClinic();
}

function showClinic() {
  const { table, labels, focus } = state, two = against(table, focus), name = quoted(labels[focus]);
  const rest = labels.length === 2 ? quoted(labels[1 - focus]) : `not ${name}`;
  $("tested").textContent = labels.length === 2 ? `As a test for ${name}` : `${name} against the rest`;
  const found = rates(two), limits = ratesLimits(two);
  for (const key of Object.keys(CLINIC)) {
    const digits = key.startsWith("lr") ? (each) => number(each, 2) : (each) => (Number.isNaN(each) ? "-" : percent(each));
    put(key, digits(found[key]), limits[key], digits);
  }
  const inTable = actuals(table)[focus] / total(table), prevalence = state.prevalence ?? inTable;
  const slider = $("prevalence"), at = Math.log(prevalence / (1 - prevalence));
  if (Number.isFinite(at) && Math.abs(slider.value - at) > 0.01) slider.value = clamp(at, -6.91, 6.91);
  slider.setAttribute("aria-valuetext", percent(prevalence));
  $("own").hidden = state.prevalence === null;
  $("share").textContent = percent(prevalence);
  $("whom").textContent = state.prevalence === null ? `of the items are ${name}, as in the table` : `of the items are ${name}`;
  const then = predictive(found.sensitivity, found.specificity, prevalence);
  const told = (value, who, what) => (Number.isNaN(value) ? `Nobody is told ${who}.` : `Of those told ${who}, ${percent(value)} are${what}.`);
  $("then").textContent = `${told(then.ppv, name, "")} ${told(then.npv, rest, labels.length === 2 ? "" : ` not`)}`;
}
