/* Reading: the contents follow the text, and the link of a heading is copied by a click. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen;

  // What is current at the side stays in sight there, without moving the page; on a wide screen each list scrolls alone.
  function keep(link) {
    const list = link?.closest("nav");
    if (!list) return;
    const side = getComputedStyle(list).overflowY === "auto" ? list : list.parentNode;
    const box = link.getBoundingClientRect(),
      seen = side.getBoundingClientRect();
    if (box.bottom > seen.bottom - 24) side.scrollTop += box.bottom - seen.bottom + 80;
    else if (box.top < seen.top + 24) side.scrollTop -= seen.top - box.top + 80;
  }
  keep(doc.querySelector(".chap [aria-current]"));

  const links = doc.querySelectorAll("[data-toc] a");
  let last = 0;
  if (links.length) {
    const targets = [...links].map((a) => doc.getElementById(decodeURIComponent(a.hash.slice(1))));
    let waiting = false;
    const follow = () => {
      waiting = false;
      let current = 0;
      const end = innerHeight + scrollY >= doc.documentElement.scrollHeight - 4;
      targets.forEach((t, i) => {
        if (t && (t.getBoundingClientRect().top < 150 || (end && t.getBoundingClientRect().top < innerHeight)))
          current = i;
      });
      links.forEach((a, i) => {
        a.parentNode.classList.toggle("on", i === current);
        if (i === current) a.setAttribute("aria-current", "true");
        else a.removeAttribute("aria-current");
      });
      if (current !== last) keep(links[(last = current)]);
    };
    addEventListener(
      "scroll",
      () => {
        if (!waiting) {
          waiting = true;
          requestAnimationFrame(follow);
        }
      },
      { passive: true },
    );
    follow();
  }

  doc.addEventListener("click", (e) => {
    const anchor = e.target.closest("a.anchor");
    if (!anchor || !navigator.clipboard) return;
    navigator.clipboard.writeText(anchor.href).then(
      () => {
        sg.say(sg.words("Address copied"));
        anchor.textContent = "✓";
        setTimeout(() => {
          anchor.textContent = "#";
        }, 1200);
      },
      () => {},
    );
  });

  // The contents of a page lie over its text on a phone, until one of them is chosen.
  const contents = doc.querySelector(".folded-contents");
  contents?.addEventListener("click", (e) => {
    if (e.target.closest("a")) contents.open = false;
  });

  // What a phone shows in part, see prose.css, is whole after a press, and as soon as anything scrolls into it.
  const phone = matchMedia("(max-width: 600px)");

  const shortened = [];

  // It ends above a link that its button would lie on in part, at most as high as prose.css has it. The Tab key leads
  // from the last link in sight to the button.
  function fit(pairs = shortened) {
    for (const [box] of pairs) box.style.removeProperty("--fold");
    const fitted = pairs.map(([box, button]) => {
      const links = [...box.querySelectorAll("a, summary, button:not(.read-on)")];
      if (!phone.matches || box.matches(".whole")) return [box, links, 0, []];
      const { top, bottom } = box.getBoundingClientRect(),
        begins = box.matches(".gm") ? bottom : button.getBoundingClientRect().top,
        lines = links.map((link) => [...link.getClientRects()]);
      let end = begins;
      for (let cut = lines.flat(); cut.length; end = Math.min(end, ...cut.map((line) => line.top)))
        cut = lines.flat().filter((line) => line.top > top + 60 && line.top < end - 0.5 && line.bottom > end + 0.5);
      return [box, links, end < begins ? bottom - top - begins + end : 0, lines.map(([line]) => line?.top > end - 1)];
    });
    for (const [box, links, height, covered] of fitted) {
      if (height) box.style.setProperty("--fold", `${height}px`);
      links.forEach((link, i) => {
        if (covered[i]) link.tabIndex = -1;
        else link.removeAttribute("tabindex");
      });
    }
  }
  function shorten() {
    const boxes = doc.querySelectorAll(".body > :is(.scroll, .gm, .first, ul, ol):not(:has(.read-on))");
    const cut = [...boxes].filter((box) => phone.matches && box.scrollHeight >= box.clientHeight + 8);
    for (const box of cut) {
      const rows = box.querySelectorAll(":scope > li, :scope > table > tbody > tr").length;
      const button = sg.make("button.read-on", { type: "button" });
      const label = (whole) => {
        button.setAttribute("aria-expanded", String(whole));
        button.textContent = whole ? sg.words("Less") : rows ? sg.words("All {n}", { n: rows }) : sg.words("Read on");
      };
      const show = (whole) => {
        const passed = box.scrollTop;
        box.classList.toggle("whole", whole);
        label(whole);
        fit([[box, button]]);
        if (whole) scrollBy(0, passed);
        else if (box.getBoundingClientRect().top < 0) box.scrollIntoView();
      };
      label(false);
      button.addEventListener("click", () => show(!box.classList.contains("whole")));
      box.addEventListener("scroll", () => {
        if (box.scrollTop) show(true);
      });
      (box.querySelector(":scope:not(details) > div") || box).append(
        box.matches("ul, ol") ? sg.make("li.read-on-line", null, button) : button,
      );
      shortened.push([box, button]);
    }
    fit();
  }
  phone.addEventListener("change", shorten);
  shorten();
  // Letters of the page's own fonts break lines elsewhere, and so does a wider window.
  doc.fonts.ready.then(() => fit());
  addEventListener("resize", () => fit());

  // A link into something folded opens it, and leads there once it is open.
  function unfold() {
    const target = location.hash.length > 1 && doc.getElementById(decodeURIComponent(location.hash.slice(1)));
    let opened = false;
    for (let up = target && (target.querySelector(":scope > details") || target); up; up = up.parentElement)
      if (up.tagName === "DETAILS" && !up.open) opened = up.open = true;
    if (opened) target.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  unfold();
})();
