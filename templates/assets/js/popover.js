/* One box for two jobs: the why of a number, the preview of a link. Opens on hover, focus and tap; stays while the
   pointer is on it; Escape closes. A click or a tap pins it, and only then it offers its link to the keyboard. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen;
  const WANTS = sg.popoverSelector;
  let pop = null,
    owner = null,
    pinned = false,
    timer = 0;

  // What a mark shows on hover is what it says to screen readers.
  function words(node) {
    return node.getAttribute("title") || node.dataset.said || node.querySelector(".sr-only")?.textContent || "";
  }

  /* A number is called by the head of its row and column as well, for who hears it alone. */
  let ids = 0;
  function name(node) {
    const cell = node.closest("dd, td");
    if (!cell || node.hasAttribute("aria-labelledby")) return;
    let head = cell.previousElementSibling;
    while (head?.matches("dd, td")) head = head.previousElementSibling;
    const column = cell.cellIndex >= 0 ? cell.closest("table").tHead?.rows[0].cells[cell.cellIndex] : null;
    const parts = [head, column, node.closest("b") || node].filter((part) => part?.textContent.trim());
    for (const part of parts) part.id ||= "named" + ++ids;
    node.setAttribute("aria-labelledby", parts.map((part) => part.id).join(" "));
  }
  for (const node of doc.querySelectorAll(".number")) name(node);

  function card(key) {
    return [...doc.querySelectorAll("template[data-card]")].find((t) => t.dataset.card === key);
  }

  // The page of a number's rule, which lies in the folder of the game.
  function rulePage(node) {
    return sg.root + doc.body.dataset.path.split("/")[0] + "/rules/" + node.dataset.rule + ".html";
  }

  function fill(node) {
    pop.textContent = "";
    const key = node.dataset.preview,
      from = key && card(key);
    if (from) {
      pop.append(from.content.cloneNode(true));
      if (pinned) pop.append(sg.make("a", { href: node.getAttribute("href") }, sg.words("Open")));
    } else if (!key && words(node)) {
      pop.append(sg.make("span", null, words(node)));
      if (pinned && node.dataset.rule)
        pop.append(sg.make("br"), sg.make("a", { href: rulePage(node) }, sg.words("The rule")));
    } else return false;
    return true;
  }

  function place() {
    const at = owner.getClientRects()[0] || owner.getBoundingClientRect(),
      box = pop.getBoundingClientRect();
    const above = at.top > box.height + 76 || at.bottom + box.height + 14 > innerHeight;
    const left = Math.max(12, Math.min(at.left + at.width / 2 - 40, innerWidth - box.width - 12));
    pop.style.left = left + "px";
    pop.style.top = Math.max(8, above ? at.top - box.height - 10 : at.bottom + 10) + "px";
    pop.style.setProperty("--tip", Math.max(8, Math.min(at.left + at.width / 2 - left - 14, box.width - 30)) + "px");
    pop.className = "pop " + (above ? "above" : "below");
  }

  function hide() {
    clearTimeout(timer);
    if (!owner) return;
    if (owner.dataset.said) {
      owner.title = owner.dataset.said;
      delete owner.dataset.said;
    }
    owner.removeAttribute("aria-describedby");
    if (owner.matches(".number")) owner.removeAttribute("aria-expanded");
    if (pop.hidePopover && pop.matches(":popover-open")) pop.hidePopover();
    pop.remove();
    owner = null;
    pinned = false;
  }

  function show(node, pin) {
    clearTimeout(timer);
    if (owner === node && pinned === pin) return;
    if (owner !== node) hide();
    if (!pop) {
      pop = sg.make("div.pop", { id: "pop", role: "tooltip" });
      if (pop.showPopover) pop.popover = "manual";
    }
    pinned = pin;
    if (!fill(node)) return;
    owner = node;
    if (node.title) {
      node.dataset.said = node.title;
      node.removeAttribute("title");
    }
    if (node.matches("li")) node.append(pop);
    else node.after(pop);
    if (pop.showPopover && !pop.matches(":popover-open")) pop.showPopover();
    node.setAttribute("aria-describedby", "pop");
    if (pin && node.matches(".number")) node.setAttribute("aria-expanded", "true");
    place();
  }

  function later(act, wait) {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  }

  doc.addEventListener("pointerover", (e) => {
    if (e.pointerType !== "mouse" || pinned) return;
    if (pop?.contains(e.target)) return clearTimeout(timer);
    const node = e.target.closest?.(WANTS);
    if (node && node !== owner)
      later(
        () => {
          show(node, false);
        },
        owner ? 60 : 160,
      );
    else if (!node && owner) later(hide, 240);
    else if (!node) clearTimeout(timer);
    else clearTimeout(timer);
  });
  doc.addEventListener("focusin", (e) => {
    if (pop?.contains(e.target)) return clearTimeout(timer);
    const node = e.target.closest?.(WANTS);
    if (node?.matches(".number")) name(node);
    if (node && doc.activeElement.matches(":focus-visible")) show(node, owner === node && pinned);
    else if (owner && (!node || node !== owner)) hide();
  });
  doc.addEventListener("focusout", (e) => {
    if (owner && !e.relatedTarget && !pinned && !doc.activeElement.closest(WANTS)) later(hide, 60);
  });
  doc.addEventListener("click", (e) => {
    if (pop?.contains(e.target)) return;
    const node = e.target.closest(WANTS);
    if (!node) return hide();
    const link = e.target.closest("a[href]");
    // A link goes where it leads; a first tap on a phone shows the preview, with the link in it.
    if (link && (sg.pointer !== "touch" || link !== node || !card(link.dataset.preview) || (owner === node && pinned)))
      return hide();
    if (link) e.preventDefault();
    if (owner === node && pinned) hide();
    else show(node, true);
  });
  doc.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || !owner) return;
    const back = owner;
    if (pop.contains(doc.activeElement)) back.focus();
    hide();
    e.stopPropagation();
  });
  addEventListener(
    "scroll",
    () => {
      if (owner) place();
    },
    { passive: true, capture: true },
  );
  addEventListener("resize", () => {
    if (owner) place();
  });

  // What called for this script was not heard by it.
  sg.showPopover = (node, type, tap) => {
    if (
      type === "click"
        ? tap || !node.closest("a[href]")
        : type === "focusin"
          ? node.matches(":focus-visible")
          : node.matches(":hover")
    )
      show(node, type === "click");
  };
})();
