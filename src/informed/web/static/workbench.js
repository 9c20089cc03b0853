// What the browser adds to pages that also work without it: answers without a new page, and words when nobody answers.
(() => {
  const byId = id => document.getElementById(id);
  const silent = "No answer from the workbench. Is it still running? What you see is the last answer.";
  let asking = null;

  function say(text) {
    byId("said").textContent = text;
    document.body.classList.toggle("stale", Boolean(text));
  }

  function working(on) {
    if (byId("working")) byId("working").hidden = !on;
  }

  // The page of an address in place of the one that is shown, with the field that was being used.
  async function go(address, {keep = false, part = "main", ...how} = {}) {
    asking?.abort();
    const mine = asking = new AbortController();
    const waiting = setTimeout(() => working(true), 150);
    try {
      const answer = await fetch(address, {signal: mine.signal, headers: {Accept: "text/html"}, ...how});
      const text = await answer.text();
      if (!/text\/html/.test(answer.headers.get("Content-Type"))) return say(text.trim());
      if (!keep) history.pushState(null, "", answer.url);
      show(new DOMParser().parseFromString(text, "text/html"), part);
    } catch (error) {
      if (error.name !== "AbortError") say(silent);
    } finally {
      clearTimeout(waiting);
      if (asking === mine) working(false);
    }
  }

  // Where only a part was asked for, the rest stays as the reader is filling it in.
  function show(page, within) {
    const used = document.activeElement;
    const opened = [...document.querySelectorAll("main details[id][open]:not(#preview)")].map(each => each.id);
    document.querySelector(within).replaceWith(page.querySelector(within));
    for (const id of opened) byId(id)?.setAttribute("open", "");
    if (within === "main" && used?.id) byId(used.id)?.focus();
    say("");
    if (within !== "main") return;
    document.title = page.title;
    if (matchMedia("(max-width: 62rem)").matches && document.querySelector("#found .verdict")) byId("found").scrollIntoView();
  }

  function asked(form) {
    const fields = [...form.elements].filter(each => each.name && (each.type !== "checkbox" || each.checked));
    const said = fields.filter(each => each.value !== (each.dataset.usual ?? ""));
    const pairs = (said.length ? said : fields).map(each => [each.name, each.value]); // nothing said is asked too
    return `${form.getAttribute("action")}?${new URLSearchParams(pairs)}`;
  }

  function open(form) {
    if (form.file.files.length) go(form.action, {method: "POST", body: new FormData(form)});
  }

  document.addEventListener("submit", event => {
    if (event.target.matches("form.ask")) go(asked(event.target));
    else if (event.target.matches("#open")) open(event.target);
    else if (event.target.matches(".offers")) go(event.target.action, {method: "POST", body: new FormData(event.target, event.submitter)});
    else return;
    event.preventDefault();
  });
  document.addEventListener("change", event => {
    if (event.target.matches("#open [type=file]")) open(event.target.form);
    const labelled = event.target.matches("[name=actual], [name=human]") && event.target.form.positive;
    const look = () => `${asked(event.target.form)}&look=yes`;
    if (labelled) go(look(), {keep: true, part: "[name=positive]"});
    if (event.target.matches("form.ask [name=encoding]")) go(look(), {keep: true});
  });
  let pause = 0;
  document.addEventListener("input", event => {
    const form = event.target.closest("form.live");
    clearTimeout(pause);
    if (form) pause = setTimeout(() => { history.replaceState(null, "", asked(form)); go(asked(form), {keep: true, part: "#found"}); }, 200);
  });

  // Whatever is taken home is asked for first, so that a refusal is said here and the page stays.
  async function take(link) {
    const table = link.matches("[data-table]") ? `?${window.bench.address()}` : "";
    try {
      const answer = await fetch(link.getAttribute("href") + table);
      if (!answer.ok) return say((await answer.text()).trim());
      const made = document.createElement("a");
      made.href = URL.createObjectURL(await answer.blob());
      made.download = link.download;
      made.click();
      URL.revokeObjectURL(made.href);
      say("");
    } catch {
      say(silent);
    }
  }

  // The way to the bench leads to the table that was there.
  const tableThere = () => (window.bench ? `#${window.bench.address()}` : sessionStorage.getItem("bench") ?? "");
  window.addEventListener("pagehide", () => { if (window.bench) sessionStorage.setItem("bench", tableThere()); });

  document.addEventListener("click", event => {
    const link = event.target.closest("a");
    if (event.target.matches("#cancel")) asking?.abort();
    if (link?.matches("nav a[href^='/#'], nav a[href='/']")) link.href = `/${tableThere()}`;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.matches("a[download]")) take(link);
    else if (link.closest("main") && link.pathname.startsWith("/data") && link.origin === location.origin) go(link.href);
    else return;
    event.preventDefault();
  });
  window.addEventListener("popstate", () => { if (!window.bench) go(location.href, {keep: true}); });
})();
