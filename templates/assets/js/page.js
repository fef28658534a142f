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
