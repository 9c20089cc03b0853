// Draws the figures of a page from the specifications in #charts, in the colours of the reader's light or dark mode.
(() => {
  const read = id => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
  const dark = matchMedia("screen and (prefers-color-scheme: dark)");
  const themes = read("themes"), views = {};
  let specs = {};

  async function draw(name) {
    if (!specs[name].data.values.length) return;
    const place = document.querySelector(`[data-chart="${name}"] .drawing`);
    const made = await vegaEmbed(place, specs[name], {
      ast: true, actions: false, renderer: "svg", defaultStyle: false, tooltip: {disableDefaultStyle: true},
      logLevel: 1, config: themes[dark.matches ? "dark" : "light"],
    });
    views[name] = made.view;
  }

  function drawAll() {
    Object.keys(specs).forEach(draw);
    document.querySelectorAll(".chart").forEach(place => places.observe(place));
  }

  // Drawings follow the width of their places, which Vega asks for when the window changes.
  const widths = new WeakMap();
  const places = new ResizeObserver(changed => {
    const moved = changed.filter(({target}) => widths.get(target) !== target.clientWidth);
    moved.forEach(({target}) => widths.set(target, target.clientWidth));
    if (moved.length) window.dispatchEvent(new Event("resize"));
  });

  window.informed = {
    draw() {
      specs = read("charts");
      drawAll();
    },
    // New rows into figures that are already drawn: what an edit in the workbench sends.
    show(rows) {
      for (const [name, values] of Object.entries(rows)) {
        specs[name].data.values = values;
        if (views[name]) views[name].data("rows", values).runAsync(); else draw(name);
      }
    },
  };

  dark.addEventListener("change", drawAll);
  window.informed.draw();
})();
