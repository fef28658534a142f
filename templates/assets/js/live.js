/* Live preview: reload when a new site is there, keeping the place; show mistakes over the last good page. */
(() => {
  const place = "sheetgen-scroll " + location.pathname;
  const { epoch, token, board } = document.currentScript.dataset;
  const seen = Number(epoch);
  let box;
  try {
    const y = sessionStorage.getItem(place);
    if (y !== null) {
      sessionStorage.removeItem(place);
      addEventListener("load", () => {
        scrollTo(0, Number(y));
      });
    }
  } catch {
    /* a browser that keeps nothing starts at the top */
  }
  function show(text) {
    if (!box) {
      box = document.createElement("pre");
      box.setAttribute("role", "alert");
      box.tabIndex = 0;
      box.style.cssText =
        "position:fixed;inset:auto 0 0 0;max-height:70vh;overflow:auto;margin:0;padding:16px 20px;" +
        "background:#131016;color:#fff;border-top:4px solid #ff4d86;font:14px/1.45 monospace;z-index:9999;white-space:pre-wrap";
      document.body.appendChild(box);
    }
    box.textContent = text;
    box.hidden = !text;
  }
  // The editor of an entry (edit.js) saves by this: a promise of what went wrong, empty where nothing did.
  if (token)
    window.sheetgenSave = (change) =>
      fetch("/__save", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Sheetgen-Token": token },
        body: JSON.stringify(change),
      }).then(
        (answer) => answer.text().then((words) => (answer.ok ? "" : words)),
        () => "the preview does not answer",
      );
  // A fight is shared with the game master's other devices, and with the players' view: what came last, for boards that
  // are loaded later.
  if (board)
    window.sheetgenShare = (news) =>
      fetch("/__board?" + location.pathname, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Sheetgen-Token": board },
        body: JSON.stringify(news),
      }).catch(() => {});
  const events = new EventSource("/__events?" + location.pathname);
  let begun = false;
  function begin() {
    if (begun || !window.sheetgenNews?.state || !window.sheetgen?.begin) return;
    begun = true;
    window.sheetgen.begin();
  }
  addEventListener("load", begin);
  events.addEventListener("board", (event) => {
    window.sheetgenNews = JSON.parse(event.data);
    document.dispatchEvent(new Event("sheetgen-news"));
    begin();
  });
  events.onmessage = (event) => {
    const news = JSON.parse(event.data);
    if (news.epoch <= seen) {
      show(news.mistakes);
      return;
    }
    try {
      sessionStorage.setItem(place, String(scrollY));
    } catch {
      /* as above */
    }
    location.reload();
  };
})();
