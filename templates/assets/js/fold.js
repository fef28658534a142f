/* A text without accents and in small letters, as it is compared with what is typed. Runs in any browser and in Node. */
(() => {
  "use strict";
  const ACCENTS = /[\u0300-\u036f]/g,
    FURTHER = /[^\0-\x7f]/;
  const fold = (text) => (FURTHER.test(text) ? text.normalize("NFD").replace(ACCENTS, "") : text).toLowerCase();
  self.sheetgenFold = fold;
})();
