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
      logLevel: 1, config: themes[dark.matches ? "dark" : "light"],
    });
    views[name] = made.view;
  }

  // New rows into figures that are already drawn: what an edit in the workbench sends.
  window.informed = {
    show(rows) {
      for (const [name, values] of Object.entries(rows)) {
        specs[name].data.values = values;
        views[name]?.data("rows", values).runAsync();
      }
    },
  };

  const drawAll = () => Object.keys(specs).forEach(draw);
  dark.addEventListener("change", drawAll);
  drawAll();
})();
