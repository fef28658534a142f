/* Offline: every page is stored when a build is first seen, and the network is asked first ever after, so that what is
   shown is never older than it need be. SITE is put in front by the build: {version, paths}. */
const STORE = "sheetgen " + registration.scope + " ";
const NO_PDF = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No network</title><h1>There is no network</h1><p>Pages are kept for reading without one; PDFs are not, since they
are large. Open this one again when there is a network.</p></html>`;
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(
    caches.open(STORE + SITE.version).then((store) => {
      let at = 0;
      // A few at a time: a phone on a slow line drops hundreds of requests at once.
      function next() {
        const some = SITE.paths.slice(at, at + 20);
        at += 20;
        return some.length
          ? store.addAll(some.map((path) => new Request(path, { cache: "no-cache" }))).then(next)
          : null;
      }
      return next();
    }),
  );
});
addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.indexOf(STORE) === 0 && name !== STORE + SITE.version)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => clients.claim()),
  );
});
addEventListener("fetch", (event) => {
  const request = event.request;
  if (request.method !== "GET" || request.url.indexOf(registration.scope) !== 0) return;
  event.respondWith(
    fetch(request).catch((problem) => {
      const url = new URL(request.url);
      const path = url.origin + url.pathname.replace(/\/$/, "/index.html");
      return caches.match(path, { ignoreSearch: true, ignoreVary: true }).then((stored) => {
        if (stored) return stored;
        if (path.endsWith(".pdf"))
          return new Response(NO_PDF, { status: 503, headers: { "content-type": "text/html" } });
        if (request.mode === "navigate")
          return caches.match(registration.scope + "404.html").then((lost) => {
            if (lost) return lost;
            throw problem;
          });
        throw problem;
      });
    }),
  );
});
