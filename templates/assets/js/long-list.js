/* A long list: its rows are data, and only those in sight stand in the page, with some before and after and the one
   that has the focus; gaps as high as the others stand for them. Printing and finding in the page draw them all. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen;
  const AHEAD = 0.6, // windows of rows before and after the one in sight
    SPARE = 0.3, // windows of rows that must be there before and after it
    FINDABLE = 5000, // rows that are drawn for finding in the page
    SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  const escaped = (text) => text.replace(/[&<>"]/g, (c) => SIGNS[c]);

  self.sheetgenLongList = (list, data) => {
    const table = list.querySelector(".entries"),
      body = table.tBodies[0],
      heads = [...table.tHead.rows[0].cells],
      size = data.ids.length,
      trs = new Map(), // the rows that are drawn, by number
      heights = new Float32Array(size), // of rows that were drawn
      acts = []; // what is done to each new row
    let places = [], // the rows that fit, in order
      tops = new Float64Array(1), // for each place how far it is below the first
      from = 0,
      to = 0, // the places that are drawn
      usual = 1, // the height of a row that was not drawn yet
      whole = false; // whether all of them are drawn
    const rowOf = new Map(data.ids.map((id, i) => [id, i]));
    table.classList.add("long");
    list.querySelector("[data-parts]").hidden = true;
    [...body.rows].forEach((tr) => {
      trs.set(rowOf.get(tr.dataset.id), tr);
    });
    trs.delete(undefined);
    if (trs.size) usual = body.getBoundingClientRect().height / trs.size;

    function html(i) {
      const { ids, names, notes, base, hrefs, columns } = data;
      const address = escaped((sg.root + base + (hrefs ? hrefs[i] : ids[i] + ".html")).replace(/ /g, "%20"));
      const note = notes[i] && `<small>${escaped(notes[i])}</small>`;
      const cells = columns.map(({ cells, rows }) => cells[rows[i]]).join("");
      const name = `<a href="${address}"><bdi>${escaped(names[i])}</bdi></a>${note}`;
      return `<tr data-id="${escaped(ids[i])}"><th scope="row">${name}</th>${cells}</tr>`;
    }
    function made(rows) {
      const all = doc.createElement("template");
      all.innerHTML = rows.map(html).join("");
      return [...all.content.children].map((tr, n) => {
        acts.forEach((act) => {
          act(tr, rows[n]);
        });
        return tr;
      });
    }

    function measureTops() {
      tops = new Float64Array(places.length + 1);
      places.forEach((i, place) => {
        tops[place + 1] = tops[place] + (heights[i] || usual);
      });
    }
    // The last place that begins above a height.
    function placeAt(height) {
      let low = 0,
        high = Math.max(0, places.length - 1);
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (tops[middle] <= height) low = middle;
        else high = middle - 1;
      }
      return low;
    }
    const gap = (height) => {
      const tr = sg.make("tr.gap", { "aria-hidden": "true" }, sg.make("td", { colspan: heads.length + 1 }));
      tr.style.height = height + "px";
      return tr;
    };

    /* Draw some places, and leave out all others but the one with the focus. */
    function draw(start, end) {
      [from, to] = [start, end];
      const wanted = places.slice(from, to),
        focus = placeOf(doc.activeElement.closest("tbody tr"));
      if (focus >= 0 && (focus < from || focus >= to)) wanted.push(places[focus]);
      const missing = wanted.filter((i) => !trs.has(i)),
        kept = new Set(wanted);
      for (const [i, tr] of trs)
        if (!kept.has(i)) {
          tr.remove();
          trs.delete(i);
        }
      body.querySelectorAll(".gap").forEach((tr) => {
        tr.remove();
      });
      made(missing).forEach((tr, n) => {
        trs.set(missing[n], tr);
      });
      put(focus >= 0 && focus < from ? [focus] : [], 0, from);
      for (let place = from; place < to; place++) set(place);
      put(focus >= to ? [focus] : [], to, places.length);
    }
    let next = null; // what stands behind the row that was put last
    function set(place) {
      const tr = trs.get(places[place]);
      tr.setAttribute("aria-rowindex", place + 2);
      tr.place = place;
      if (tr === next) next = tr.nextSibling;
      else body.insertBefore(tr, next);
    }
    // A gap from one place to another, with the rows inside of it that stand alone.
    function put(alone, start, end) {
      if (!start) next = body.firstChild;
      for (const place of [...alone, end]) {
        if (tops[place] > tops[start]) body.insertBefore(gap(tops[place] - tops[start]), next);
        if (place < end) set(place);
        start = place + 1;
      }
    }
    const placeOf = (tr) => (tr && places[tr.place] !== undefined && trs.get(places[tr.place]) === tr ? tr.place : -1);

    /* Take the heights of what is drawn. */
    function measure() {
      let before = null,
        changed = false;
      const take = (i, height) => {
        changed ||= Math.abs(heights[i] - height) > 0.1;
        heights[i] = height;
      };
      for (let place = from; place < to; place++) {
        const box = trs.get(places[place]).getBoundingClientRect();
        if (before !== null) take(places[place - 1], box.top - before);
        before = box.top;
        if (place === to - 1) take(places[place], box.height);
      }
      if (changed) measureTops();
    }

    /* Draw what is in sight, where it is not drawn yet; what was there stays where it is. */
    function update() {
      if (whole) return;
      const above = -body.getBoundingClientRect().top;
      const [first, last] = around(above, SPARE);
      if (first >= from && last <= to) return;
      measure();
      const seen = firstInSight(),
        near = first < to && last > from;
      // Who scrolls that fast sees what comes into sight; what is around it is drawn in the next frame.
      draw(...around(above, near ? AHEAD : 0));
      if (!near) soon();
      const moved = seen?.tr.isConnected ? seen.tr.getBoundingClientRect().top - seen.top : 0;
      if (Math.abs(moved) > 0.5) scrollBy({ top: moved, behavior: "instant" });
    }
    // The places in sight, and so many windows before and after them.
    function around(above, windows) {
      const end = placeAt(above + (1 + windows) * innerHeight) + 1;
      return [placeAt(above - windows * innerHeight), Math.min(places.length, end)];
    }
    // The first row of which something is below the bar.
    function firstInSight() {
      for (let place = from; place < to; place++) {
        const tr = trs.get(places[place]),
          box = tr?.getBoundingClientRect();
        if (box?.bottom > 60) return { i: places[place], tr, top: box.top };
      }
      return null;
    }

    /* Show a row at a height of the window. What is drawn on the way may be higher or lower than was thought. */
    function goTo(i, top) {
      const place = places.indexOf(i);
      if (place < 0) return;
      for (let tries = 0; !tries || (tries < 3 && !trs.get(i)?.isConnected); tries++) {
        const begins = body.getBoundingClientRect().top + scrollY;
        scrollTo({ top: begins + tops[place] - top, behavior: "instant" });
        update();
      }
      const off = (trs.get(i)?.getBoundingClientRect().top ?? top) - top;
      if (Math.abs(off) > 0.5) scrollBy({ top: off, behavior: "instant" });
    }
    function drawAll() {
      whole = true;
      draw(0, places.length);
    }
    /* Draw what is in sight anew, as wide as it is now; the first row stays where it is. */
    function redraw(seen = firstInSight()) {
      whole = false;
      settle();
      [from, to] = [0, 0];
      update();
      if (seen) goTo(seen.i, seen.top);
    }

    function setWidths(layout, widths = []) {
      heads.forEach((h, i) => {
        h.style.width = widths[i] ? widths[i] + "px" : "";
      });
      table.style.tableLayout = layout;
    }
    /* Widths that do not change as one scrolls: those that the table would have with its longest texts. */
    function settle() {
      setWidths("");
      const longest = sg.make("tbody.longest", { "aria-hidden": "true" }, ...made(data.longest));
      table.append(longest);
      const widths = heads.map((h) => h.getBoundingClientRect().width);
      longest.remove();
      setWidths("fixed", widths);
      heights.fill(0);
      measure();
      const drawn = places.slice(from, to);
      if (drawn.length) usual = drawn.reduce((sum, i) => sum + heights[i], 0) / drawn.length;
      measureTops();
    }

    // ---- what happens
    let waiting = false; // for the next frame
    function soon() {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        update();
      });
    }
    addEventListener("scroll", soon, { passive: true });
    let width = innerWidth;
    addEventListener("resize", () => {
      if (width === innerWidth) return update();
      width = innerWidth;
      redraw();
    });
    let printed = null; // what was in sight before all rows were drawn for the printer
    addEventListener("beforeprint", () => {
      printed = firstInSight();
      setWidths(""); // paper has its own
      drawAll();
    });
    addEventListener("afterprint", () => {
      redraw(printed);
    });
    addEventListener("keydown", (e) => {
      if (e.key === "f" && (e.ctrlKey || e.metaKey) && places.length <= FINDABLE && !whole) drawAll();
    });

    // Back in the history, and after a reload, to the row that stood first.
    history.scrollRestoration = "manual";
    const [{ type = "" } = {}] = /** @type {any[]} */ (performance.getEntriesByType("navigation")),
      left = type === "navigate" ? null : history.state;
    function leave() {
      const seen = firstInSight();
      try {
        history.replaceState({ y: scrollY, id: seen && data.ids[seen.i], top: seen?.top }, "");
      } catch {}
    }
    let idle = 0;
    addEventListener("scroll", () => {
      clearTimeout(idle);
      idle = setTimeout(leave, 200);
    });
    addEventListener("pagehide", leave);
    doc.addEventListener("DOMContentLoaded", () => {
      settle();
      const back = () => {
        if (left?.id) goTo(rowOf.get(left.id), left.top);
        return scrollY;
      };
      if (left) scrollTo({ top: left.y, behavior: "instant" });
      const there = back();
      if (doc.fonts?.status === "loading")
        doc.fonts.ready.then(() => {
          const stays = scrollY === there; // what stands above the list may be higher now
          redraw();
          if (stays) back();
        });
    });

    return {
      show(order, fits) {
        places = order.filter((i) => fits[i]);
        table.setAttribute("aria-rowcount", places.length + 1);
        whole = false;
        measureTops();
        const above = -body.getBoundingClientRect().top;
        [...body.rows].forEach((tr) => {
          tr.remove();
        });
        draw(...around(above, SPARE));
      },
      tr: (i) => trs.get(i) || made([i])[0],
      each(act) {
        trs.forEach(act);
        acts.push(act);
      },
    };
  };
})();
