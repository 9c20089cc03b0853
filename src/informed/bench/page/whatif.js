// "What if": the table of a report, to be changed in place; the verdict and the gauge follow.

import { informed, againstConstant } from "./words.js";
import { readNumber } from "./numbers.js";
import { drawGauge } from "./gauge.js";
import { escaped } from "./drawing.js";

const MOST = 12; // labels; a larger table is for the bench

function panel(labels, table) {
  const head = labels.map((name) => `<th scope="col">${escaped(name)}</th>`).join("");
  const rows = table.map((row, i) => `<tr><th scope="row">${escaped(labels[i])}</th>${row.map((cell, j) =>
    `<td><input inputmode="decimal" value="${cell}" data-place="${i},${j}" aria-label="actual ${escaped(labels[i])}, predicted ${escaped(labels[j])}"></td>`).join("")}</tr>`).join("");
  return `<summary>What if? Change a count</summary><div class="pair"><div class="scroll" tabindex="0" role="region" aria-label="table to change">
    <table><thead><tr><td>actual / predicted</td>${head}</tr></thead><tbody>${rows}</tbody></table></div>
    <div><p class="then" aria-live="polite"></p><p class="quiet"></p><svg class="gauge" role="img"></svg>
    <p class="ends" aria-hidden="true"><span>always wrong</span><span>guessing</span><span>always right</span></p>
    <button type="button">Back to the counts of the report</button></div></div>`;
}

function start({ labels, table }) {
  const square = table?.length > 1 && table.length <= MOST && labels?.length === table.length
    && table.every((row) => Array.isArray(row) && row.length === table.length);
  if (!square) return;
  const box = document.createElement("details"), names = labels.map(String);
  box.className = "whatif";
  box.innerHTML = panel(names, table);
  document.querySelector("main").append(box);
  const find = (name) => box.querySelector(name);
  let now = table.map((row) => [...row]);
  const show = () => {
    const { key, rest, side } = informed(now, names);
    box.dataset.side = side;
    find(".then").textContent = key + rest;
    find(".quiet").textContent = againstConstant(now, names);
    drawGauge(find(".gauge"), now);
  };
  box.addEventListener("input", ({ target }) => {
    const value = target.value.trim() === "" ? 0 : readNumber(target.value), [i, j] = target.dataset.place.split(",");
    if (value === null) target.setAttribute("aria-invalid", "true"); else target.removeAttribute("aria-invalid");
    box.classList.toggle("stale", Boolean(find("[aria-invalid]")));
    if (value === null) return;
    now = now.map((row, at) => row.map((cell, across) => (at === Number(i) && across === Number(j) ? value : cell)));
    show();
  });
  find("button").addEventListener("click", () => {
    now = table.map((row) => [...row]);
    for (const input of box.querySelectorAll("input")) {
      const [i, j] = input.dataset.place.split(",");
      input.value = table[i][j];
      input.removeAttribute("aria-invalid");
    }
    box.classList.remove("stale");
    show();
  });
  box.addEventListener("toggle", show);
  show();
}

start(JSON.parse(document.getElementById("result").textContent));
