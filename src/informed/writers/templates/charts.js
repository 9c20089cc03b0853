// Draws the figures of a page from the specifications in #charts, in the colours of the reader's light or dark mode.
(() => {
  const read = id => JSON.parse(document.getElementById(id).textContent);
  const themes = read("themes"), specs = read("charts");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const views = {};

  async function draw(name) {
    const place = document.querySelector(`[data-chart="${name}"] .drawing`);
    const made = await vegaEmbed(place, specs[name], {
      ast: true, actions: false, renderer: "svg", defaultStyle: false, tooltip: {disableDefaultStyle: true},
      config: themes[dark.matches ? "dark" : "light"],
    });
    views[name] = made.view;
  }

  const drawAll = () => Object.keys(specs).forEach(draw);
  dark.addEventListener("change", drawAll);
  drawAll();
})();
