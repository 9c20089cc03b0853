// Small helpers: elements, SVG as text, dragging, numbers that flash when they change.

export const $ = (id) => document.getElementById(id);
export const escaped = (text) => String(text).replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);

// An element of SVG from its name and attributes; what is inside is text or other elements.
export function svg(name, attributes = {}, inside = "") {
  const written = Object.entries(attributes).map(([key, value]) =>
    ` ${key}="${typeof value === "number" ? Number(value.toFixed(2)) : escaped(value)}"`).join("");
  return `<${name}${written}>${inside}</${name}>`;
}
export const line = (x1, y1, x2, y2, kind) => svg("line", { x1, y1, x2, y2, class: kind });
export const rect = (x, y, width, height, kind) => svg("rect", { x, y, width: Math.max(0, width), height: Math.max(0, height), class: kind });
export const label = (x, y, text, more = {}) => svg("text", { x, y, ...more }, escaped(text));
export const path = (points, kind, more = {}) =>
  svg("path", { d: points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(""), class: kind, ...more });

// Text that flashes when it changes and says what it was.
export function tell(element, text, was = null) {
  if (element.textContent === text) return;
  const first = element.textContent === "";
  element.textContent = text;
  if (first || was === text) return;
  const holder = element.closest(".number") ?? element;
  const again = holder.classList.contains("flash"); // another name starts the animation anew, without a layout
  holder.classList.toggle("flash", !again);
  holder.classList.toggle("flash-again", again);
  const note = holder.querySelector(".was");
  if (note && was !== null) note.textContent = `was ${was}`;
}

// As wide as there is room, so that text keeps its size on a phone; the width in the units of the picture.
const widths = new Map();
window.addEventListener("resize", () => widths.clear());
export function fit(picture, height) {
  if (!widths.get(picture)) widths.set(picture, picture.clientWidth);
  const width = Math.max(300, widths.get(picture) || 640);
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return width;
}

// Where a pointer is, in the units of the picture.
export function position(event, picture) {
  const box = picture.getBoundingClientRect(), view = picture.viewBox.baseVal;
  const scale = Math.min(box.width / view.width, box.height / view.height);
  return [
    (event.clientX - box.left - (box.width - scale * view.width) / 2) / scale,
    (event.clientY - box.top - (box.height - scale * view.height) / 2) / scale,
  ];
}

// Call `move` with every place of a drag that begins in the picture, and `done` at its end.
export function draggable(picture, move, done) {
  let held = false;
  picture.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    held = true;
    picture.setPointerCapture(event.pointerId);
    move(position(event, picture));
    event.preventDefault();
  });
  picture.addEventListener("pointermove", (event) => held && move(position(event, picture)));
  for (const name of ["pointerup", "pointercancel"]) {
    picture.addEventListener(name, () => {
      if (held) done();
      held = false;
    });
  }
}

// Run at most once a frame, after the numbers are on the screen.
export function later(task) {
  let waiting = 0;
  return () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => task());
  };
}
export const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
