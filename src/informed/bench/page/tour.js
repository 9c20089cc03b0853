// Four steps: what accuracy hides, what guessing gives, what 15% informed means, what a screening test is worth.
// All of them are one step of undo, which brings the reader's own table back.

import { setTable, end, EXAMPLES, setView } from "./state.js";
import { $ } from "./drawing.js";

const STEPS = [
  ["Always sun", "grid", "This forecast says 'sun' every day and is right on 99% of the days. It is guessing: look at the gauge."],
  ["Guessing", "height", "This one says 'yes' 80% of the time, whatever the item. Its point lies on the dashed line: no height, no information."],
  ["15% informed", "bankroll", "It knows the answer for 15% of the items and guesses the others. At fair odds it wins exactly 0.15 per item."],
  ["Screening", "prevalence", "A useful test for a rare disease. Move the prevalence: at 1%, few of those told 'ill' are ill. Now type your own numbers."],
];
let at = -1;

function go(step) {
  at = step;
  const open = at >= 0 && at < STEPS.length;
  $("guide").hidden = !open;
  document.querySelectorAll(".toured").forEach((each) => each.classList.remove("toured"));
  if (!open) {
    end();
    $("tour").focus();
    return;
  }
  const [example, place, text] = STEPS[at], { labels, cells } = EXAMPLES[example];
  setTable("tour", cells, labels);
  setView({ focus: 0, prevalence: null });
  $("guide-step").textContent = `${at + 1} of ${STEPS.length}`;
  $("guide-text").textContent = text;
  $("guide-back").disabled = at === 0;
  $("guide-next").textContent = at === STEPS.length - 1 ? "Done" : "Next";
  const target = $(place).closest(".card, .scroll, .practice");
  target.classList.add("toured");
  target.scrollIntoView({ block: window.innerWidth < 900 || window.innerHeight < 640 ? "start" : "nearest" });
  $("guide-next").focus({ preventScroll: true });
}

export function startTour() {
  $("tour").addEventListener("click", () => go(0));
  $("guide-next").addEventListener("click", () => go(at + 1));
  $("guide-back").addEventListener("click", () => go(at - 1));
  $("guide-end").addEventListener("click", () => go(-1));
  $("guide").addEventListener("keydown", (event) => event.key === "Escape" && go(-1));
}
