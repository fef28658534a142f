/* Texts of the program in the language of the page: pages of other languages than English have them as `sheetgenWords`. */
Object.assign((window.sheetgen ??= /** @type {Sheetgen} */ ({})), {
  // A text with values in its places; `n` chooses among plural forms.
  words(text, values = {}) {
    return window.sheetgen.parts(text, values).join("");
  },
  // The same in parts, where values are elements.
  parts(text, values) {
    let form = window.sheetgenWords?.[text] ?? text;
    const { lang } = document.documentElement;
    if (typeof form === "object") form = form[new Intl.PluralRules(lang).select(values.n)] ?? form.other;
    return form.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? values[part] : part));
  },
});
