// A card to share: verdict, gauge and bankroll as one picture, and a link whose address carries the table.

import { total } from "./arithmetic.js";
import { informed, againstConstant, items } from "./words.js";
import { state, address } from "./state.js";
import { drawGauge } from "./gauge.js";
import { $, svg, label } from "./drawing.js";

export const CARD = [1200, 630];
const EDGE = 64, SERIF = "Georgia, serif", SANS = "system-ui, sans-serif";
const KEPT = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity", "font-size", "font-weight"];

// A picture of the page with its looks written into it, so that it needs no style sheet.
function frozen(picture, x, y, width, height) {
  const copy = picture.cloneNode(true), own = picture.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((each, place) => {
    const looks = getComputedStyle(own[place]);
    for (const name of KEPT) each.setAttribute(name, looks.getPropertyValue(name));
    each.removeAttribute("class");
  });
  return svg("svg", { x, y, width, height, viewBox: picture.getAttribute("viewBox"), "font-family": SANS }, copy.innerHTML);
}

const pen = document.createElement("canvas").getContext("2d");
function lines(text, font, width) {
  pen.font = font;
  return text.split(" ").reduce((found, word) => {
    const longer = found.length ? `${found.at(-1)} ${word}` : word;
    if (found.length && pen.measureText(longer).width <= width) found[found.length - 1] = longer;
    else found.push(word);
    return found;
  }, []);
}

// The largest type in which the verdict has two lines at most.
function headline(text, width) {
  const sizes = [76, 68, 60, 54, 48, 42, 36, 30], tried = sizes.map((size) => [size, lines(text, `600 ${size}px ${SERIF}`, width)]);
  return tried.find(([, found]) => found.length <= 2) ?? tried.at(-1);
}

const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export function card() {
  const { table, labels } = state, looks = getComputedStyle(document.body), paint = (name) => looks.getPropertyValue(`--${name}`).trim();
  const short = labels.map((each) => cut(each, 24)), { key, rest, side } = informed(table, short), [width, height] = CARD, wide = width - 2 * EDGE;
  const colour = paint(side > 0 ? "won" : side < 0 ? "lost" : "quiet"), [size, said] = headline(`${key}${rest.replace(/ = /g, "\u00a0=\u00a0")}`, wide);
  let left = key.length; // so much of the verdict is in colour
  const title = said.map((each, i) => {
    const bright = each.slice(0, Math.max(0, left)), plain = each.slice(bright.length);
    left -= each.length + 1;
    const parts = svg("tspan", { fill: colour }, escapedText(bright)) + svg("tspan", {}, escapedText(plain));
    return svg("text", { x: EDGE, y: EDGE + size * (0.85 + 1.2 * i), "font-family": SERIF, "font-size": size, "font-weight": 600, fill: paint("ink"), "xml:space": "preserve" }, parts);
  });
  const below = EDGE + size * (0.85 + 1.2 * said.length) - size * 0.45;
  const told = againstConstant(table, short), fits = (room) => lines(told, `27px ${SANS}`, room), half = 500;
  const beside = (fits(wide).length > 1 ? fits(half).slice(0, 4) : fits(wide))
    .map((each, i) => label(EDGE, below + 27 + 36 * i, each, { "font-family": SANS, "font-size": 27, fill: paint("quiet") }));
  const quiet = { "font-family": SANS, "font-size": 20, fill: paint("quiet") }, floor = 480;
  drawGauge($("card-gauge"), table);
  return svg("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` }, [
    svg("title", {}, escapedText(`${key}${rest}`)),
    svg("rect", { width, height, fill: paint("paper") }), svg("rect", { width: 16, height, fill: colour }), ...title, ...beside,
    frozen($("card-gauge"), EDGE - 8, floor - 40, half + 16, 36),
    ...["always wrong", "guessing", "always right"].map((each, i) =>
      label(EDGE + (i * half) / 2, floor + 20, each, { ...quiet, "text-anchor": ["start", "middle", "end"][i] })),
    frozen($("bankroll"), width - 30 - 560, 250, 560, 372),
    label(EDGE, height - 42, `informed or guessing? ${items(total(table))}`, quiet),
  ].join(""));
}
const escapedText = (text) => text.replace(/[&<>]/g, (each) => `&#${each.charCodeAt(0)};`);

const asImage = (drawing) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;

export async function png(drawing) {
  const picture = new Image(), canvas = document.createElement("canvas");
  picture.src = asImage(drawing);
  await picture.decode();
  [canvas.width, canvas.height] = CARD;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const say = (text) => { $("shared").textContent = text; };

// Where the clipboard is closed the link is selected, ready for the reader's own keys.
async function copy(what, told) {
  try {
    await what();
    say(told);
  } catch {
    $("link").select();
    say("This browser does not let the page copy. The link is selected: press Ctrl-C.");
  }
}

export function startShare() {
  let drawing = "";
  $("send").addEventListener("click", () => {
    drawing = card();
    $("card").src = asImage(drawing);
    $("card").alt = $("verdict").textContent;
    $("link").value = `${window.location.href.split("#")[0]}#${address()}`;
    say(window.location.protocol === "file:" ? "This page is a file on your disk: send the file too, and the link opens the table in it." : "");
    $("sharing").showModal();
  });
  $("save-png").addEventListener("click", async () => save(await png(drawing), "informed.png"));
  $("save-svg").addEventListener("click", () => save(new Blob([drawing], { type: "image/svg+xml" }), "informed.svg"));
  $("copy-link").addEventListener("click", () => copy(() => navigator.clipboard.writeText($("link").value), "The link is copied."));
  $("copy-png").addEventListener("click", () => copy(() => navigator.clipboard.write([new ClipboardItem({ "image/png": png(drawing) })]), "The picture is copied."));
}
