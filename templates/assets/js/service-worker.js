/* Offline: what every page needs and what was visited is kept, all of it when a reader asks for that. The network is
   asked first, so that what is shown is never older than it need be. SITE is put in front by the build:
   {version, paths, core: how many of them every page needs, bytes: of all}. */
const STORE = "sheetgen " + registration.scope + " ",
  NOW = STORE + SITE.version,
  ALL = STORE + "all", // an empty store: the reader has asked for everything
  PATHS = new Set(SITE.paths);
function pathOf(address) {
  const { origin, pathname } = new URL(address, registration.scope),
    path = decodeURI(origin + pathname);
  return path.startsWith(decodeURI(registration.scope))
    ? path.slice(decodeURI(registration.scope).length).replace(/(^|\/)$/, "$1index.html")
    : "";
}
async function keptPaths(names) {
  const stores = await Promise.all(names.map((name) => caches.open(name).then((store) => store.keys())));
  return new Set(stores.flat().map((request) => pathOf(request.url)));
}
async function keep(paths, progress = () => {}) {
  const store = await caches.open(NOW),
    kept = await keptPaths([NOW]),
    wanted = paths.filter((path) => PATHS.has(path) && !kept.has(path));
  // A few at a time: a phone on a slow line drops hundreds of requests at once.
  for (let at = 0; at < wanted.length; at += 20) {
    await progress();
    await store.addAll(wanted.slice(at, at + 20).map((path) => new Request(encodeURI(path), { cache: "no-cache" })));
  }
}
async function earlier() {
  return (await caches.keys()).filter((name) => name.startsWith(STORE) && name !== NOW && name !== ALL);
}
async function report(failed = false) {
  const [all, kept] = await Promise.all([caches.has(ALL), keptPaths([NOW])]),
    state = { all: all && !failed, part: kept.size / PATHS.size, bytes: SITE.bytes };
  for (const page of await clients.matchAll()) page.postMessage(state);
}
async function keepAll() {
  await caches.open(ALL);
  await keep(SITE.paths, report).then(
    () => report(),
    () => report(true),
  );
}
async function renew() {
  const wanted = (await caches.has(ALL)) ? SITE.paths : [...(await keptPaths(await earlier()))];
  await keep([...new Set([...SITE.paths.slice(0, SITE.core), ...wanted])]);
}
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(renew());
});
addEventListener("activate", (event) => {
  event.waitUntil(
    earlier()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});
// A page says "all", or the addresses that it was made of.
async function answer(message) {
  if (message !== "all") await keep(message.map(pathOf)).catch(() => {});
  return message === "all" || (await caches.has(ALL)) ? keepAll() : report();
}
addEventListener("message", (event) => {
  event.waitUntil(answer(event.data));
});
const words = (text) => SITE.words[text] ?? text;
function notice(text) {
  return new Response(
    `<!doctype html><html lang="${SITE.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words("No network")}</title><h1>${words("There is no network")}</h1><p>${text}</p></html>`,
    { status: 503, headers: { "content-type": "text/html" } },
  );
}
addEventListener("fetch", (event) => {
  const request = event.request,
    path = pathOf(request.url);
  if (request.method !== "GET" || !path) return;
  async function fromNetwork() {
    const answer = await fetch(request);
    if (answer.status === 200 && !answer.redirected && PATHS.has(path)) {
      const copy = answer.clone();
      event.waitUntil(
        caches
          .open(NOW)
          .then((store) => store.put(encodeURI(path), copy))
          .catch(() => {}), // the device may be full
      );
    }
    return answer;
  }
  async function fromStore(problem) {
    const stored = await caches.match(encodeURI(path), { ignoreVary: true });
    if (stored) return stored;
    if (path.endsWith(".pdf"))
      return notice(words("PDFs are not kept, since they are large. Open this one again with a network."));
    if (request.mode === "navigate" && PATHS.has(path))
      return notice(
        words("This page was not opened before. Keep all pages with the button at the foot of any of them."),
      );
    const lost = request.mode === "navigate" && (await caches.match("404.html"));
    if (lost) return lost;
    throw problem;
  }
  event.respondWith(fromNetwork().catch(fromStore));
});
