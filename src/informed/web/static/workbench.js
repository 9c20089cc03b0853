// What the browser adds to the pages: keys, undo, the link, and new rows for the charts. No arithmetic.
(() => {
  const byId = id => document.getElementById(id);
  const past = [];
  let here = location.pathname + location.search, undoing = false;

  // Charts follow the rows that came with the latest answer, or are drawn when they came with it themselves.
  let drawn = byId("charts");
  document.addEventListener("htmx:after:swap", () => {
    if (byId("charts") !== drawn) {
      drawn = byId("charts");
      window.informed.draw();
    } else if (byId("rows")) {
      window.informed.show(JSON.parse(byId("rows").textContent));
    }
  });

  // What was asked about a table that has been edited since is not shown any more.
  document.addEventListener("htmx:before:swap", event => {
    const [path, asked] = event.detail.ctx.request.action.split("?");
    if (path === "/rest" && "?" + asked !== location.search) event.preventDefault();
  });

  // The address is the state: undo is the address before.
  document.addEventListener("htmx:after:history:replace", event => {
    if (event.detail.path === here) return;
    if (undoing) undoing = false; else past.push(here);
    here = event.detail.path;
  });

  document.addEventListener("click", event => {
    if (event.target.matches("#undo") && past.length) {
      undoing = true;
      const before = new URL(past.pop(), location);
      htmx.ajax("GET", "/bench" + before.search, {source: event.target, target: "#summary", swap: "innerMorph"});
    }
    if (event.target.matches("#cancel")) htmx.trigger("#answer", "htmx:abort");
    if (event.target.matches("#copy-link")) {
      navigator.clipboard.writeText(location.href).then(() => { event.target.textContent = "Copied"; });
    }
  });

  // A slider tells where it stands.
  document.addEventListener("input", event => {
    if (event.target.type === "range") event.target.nextElementSibling.textContent = event.target.value + " %";
  });

  // Enter and the arrow keys move between the cells, as in a spreadsheet.
  const steps = {Enter: [1, 0], ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1]};
  document.addEventListener("keydown", event => {
    const [, row, column] = event.target.id?.match(/^cell-(\d+)-(\d+)$/) ?? [];
    const step = steps[event.key];
    if (row === undefined || !step || event.ctrlKey || event.metaKey || event.altKey) return;
    if (step[1] && event.target.selectionStart !== (step[1] < 0 ? 0 : event.target.value.length)) return;
    event.preventDefault();
    const next = byId(`cell-${+row + step[0]}-${+column + step[1]}`);
    next?.focus();
    next?.select();
  });

  // A block of cells from a spreadsheet goes to the box that asks which axis is which.
  document.addEventListener("paste", event => {
    const text = event.clipboardData.getData("text");
    if (!event.target.matches(".typed") || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    byId("pasting").open = true;
    byId("pasted").value = text;
    document.querySelector("[name=rows]").focus();
  });
})();
