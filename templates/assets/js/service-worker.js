/* Offline: every page is stored when a build is first seen, and the network is asked first ever after, so that what is
   shown is never older than it need be. SITE is put in front by the build: {version, paths}. */
var STORE = "sheetgen " + registration.scope + " ";
addEventListener("install", function (event) {
  skipWaiting();
  event.waitUntil(caches.open(STORE + SITE.version).then(function (store) {
    var at = 0;
    // A few at a time: a phone on a slow line drops hundreds of requests at once.
    function next() {
      var some = SITE.paths.slice(at, at + 20);
      at += 20;
      return some.length ? store.addAll(some.map(function (path) { return new Request(path, { cache: "no-cache" }); })).then(next) : null;
    }
    return next();
  }));
});
addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    return Promise.all(names.filter(function (name) { return name.indexOf(STORE) === 0 && name !== STORE + SITE.version; }).map(function (name) { return caches.delete(name); }));
  }).then(function () { return clients.claim(); }));
});
addEventListener("fetch", function (event) {
  var request = event.request;
  if (request.method !== "GET" || request.url.indexOf(registration.scope) !== 0) return;
  event.respondWith(fetch(request).catch(function (problem) {
    var url = new URL(request.url);
    var path = url.origin + url.pathname.replace(/\/$/, "/index.html");
    return caches.match(path, { ignoreSearch: true, ignoreVary: true }).then(function (held) {
      if (held) return held;
      if (request.mode === "navigate") return caches.match(registration.scope + "404.html").then(function (lost) { if (lost) return lost; throw problem; });
      throw problem;
    });
  }));
});
