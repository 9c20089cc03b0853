// Search without a server: the pages lie in search.js, which is loaded when someone searches.
(() => {
  const form = document.querySelector("form[role=search]"), box = form.querySelector("input");
  const found = document.getElementById("found"), base = form.dataset.base;
  const menu = document.querySelector(".menu"), wide = matchMedia("(min-width: 60.01rem)");
  const opened = () => { menu.open = wide.matches; };
  opened();
  wide.addEventListener("change", opened);
  menu.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });

  let pages;
  const load = () => pages ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = `${base}search.js`;
    script.onload = () => done(window.PAGES);
    document.head.append(script);
  });
  const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // A page counts for a word by where it stands: its title, the other names of what it is about, headings, text.
  const worth = (page, word) => {
    const whole = ` ${page.heads} `, at = page.lower.indexOf(word);
    if (page.title.toLowerCase() === word || page.names.includes(word)) return 100;
    if (words(page.title).includes(word)) return 60;
    if (whole.includes(` ${word} `)) return 20;
    if (words(page.title).some((each) => each.startsWith(word))) return 15;
    return at < 0 ? 0 : Math.min(10, page.lower.split(word).length - 1);
  };
  const shown = (page, word) => {
    const link = document.createElement("a"), name = document.createElement("b"), about = document.createElement("span");
    const at = page.lower.indexOf(word), start = at < 60 ? 0 : page.text.indexOf(" ", at - 60) + 1;
    link.href = base + page.url;
    name.textContent = page.title;
    if (at < 0) about.textContent = `${page.text.slice(0, 140)} ...`;
    else {
      const mark = document.createElement("mark");
      mark.textContent = page.text.slice(at, at + word.length);
      about.append(page.text.slice(start, at), mark, `${page.text.slice(at + word.length, at + 90)} ...`);
    }
    link.append(name, about);
    return link;
  };
  const search = async () => {
    const asked = words(box.value);
    found.hidden = !asked.length;
    if (!asked.length) return;
    const all = await load(), ranked = [];
    for (const page of all) {
      page.lower ??= page.text.toLowerCase();
      const each = asked.map((word) => worth(page, word));
      if (each.every(Boolean)) ranked.push([each.reduce((a, b) => a + b), page]);
    }
    ranked.sort((a, b) => b[0] - a[0]);
    const said = document.createElement("p");
    said.textContent = ranked.length ? `${ranked.length} of ${all.length} pages` : `No page has all of: ${asked.join(", ")}`;
    found.replaceChildren(said, ...ranked.slice(0, 12).map(([, page]) => shown(page, asked[0])));
  };
  box.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    found.querySelector("a")?.click();
  });
  form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) found.hidden = true; });
  box.addEventListener("focus", () => { load(); found.hidden = !found.childElementCount || !box.value; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") found.hidden = true;
    if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) { event.preventDefault(); box.focus(); }
  });
})();
