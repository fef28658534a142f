/* Use without a network: what was visited is kept, and all of it after a button is pressed that says how much it is. */
(() => {
  "use strict";
  const sg = window.sheetgen,
    workers = navigator.serviceWorker,
    line = document.querySelector("[data-offline]");
  const say = sg.make("span", { role: "status" }),
    button = sg.make("button.flat", { type: "button" });
  line.append(say, " ", button);
  // what makes the site an app waits, too, for what the page shows; from file:// browsers read no manifest
  document.head.append(sg.make("link", { rel: "manifest", href: `${sg.root}manifest.webmanifest` }));
  function send(message) {
    workers.ready.then((registration) => registration.active.postMessage(message));
  }
  function size(bytes) {
    return `${Math.ceil(bytes / 1e6)} MB`;
  }
  let asked = false;
  function words({ all, part }) {
    if (part === 1) return sg.words("Ready offline");
    if (all) return sg.words("Keeping all: {percent} %", { percent: Math.floor(part * 100) });
    return asked ? sg.words("Not all could be kept.") : "";
  }
  button.addEventListener("click", () => {
    asked = true;
    navigator.storage?.persist?.();
    send("all");
  });
  workers.addEventListener("message", ({ data }) => {
    line.hidden = false;
    button.hidden = data.all || data.part === 1;
    say.textContent = words(data);
    button.textContent = sg.words("Keep all for use offline (about {size})", { size: size(data.bytes) });
  });
  workers.register(sg.root + "service-worker.js").then(
    () => send([location.href, ...performance.getEntriesByType("resource").map((entry) => entry.name)]),
    () => {},
  );
})();
