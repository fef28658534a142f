/* What play marks on an entry, as values of the fields that say so in its file. They are looked at on the entry's page,
   where its form opens with them, and saved there. */
window.sheetgenMarks = (game) => {
  "use strict";
  const sg = window.sheetgen;
  const source = (page) => sg.loadOnce("../../" + encodeURI(page.replace(/html$/, "edit.js")));
  const forms = () => sg.loadOnce("../rules/" + game + "-forms.js");

  // The fields that differ from the file. `tracks` are those of the fighter, each with what the file says is marked.
  function values(fields, form, tracks, marked, conditions) {
    const changed = {};
    const take = (root, otherwise) => (changed[root] ??= structuredClone(fields[root] ?? otherwise));
    for (const track of tracks) {
      const place = form.marks[track.label],
        stands = marked(track.label);
      if (!place || stands === track.marked) continue;
      const [root, ...path] = place.path,
        value = place.left ? track.most - stands : stands;
      if (!path.length) changed[root] = value;
      else {
        const last = path.pop();
        path.reduce((record, name) => (record[name] ??= {}), take(root, {}))[last] = value;
      }
    }
    const tracked = (field, term) => Object.values(form.marks).some(({ path }) => path.join() === field + "," + term);
    for (const { name, vocabulary, counts } of form.conditions) {
      const terms = window.sheetgenKinds[game].vocabularies[vocabulary],
        own = fields[name] ?? (counts ? {} : []),
        checked = new Set(counts ? Object.keys(own).filter((term) => own[term]) : own);
      for (const [term, title] of terms) {
        const holds = conditions.includes(title);
        if (tracked(name, term) || holds === checked.has(term)) continue;
        const value = take(name, counts ? {} : []);
        if (counts && holds) value[term] = 1;
        else if (counts) delete value[term];
        else changed[name] = holds ? [...value, term] : value.filter((other) => other !== term);
      }
    }
    return changed;
  }

  return {
    forms,
    source,
    // Open the form of an entry with what is marked; a promise that fails with the reason where nothing differs.
    write({ kept, page, name, tracks }, marked, conditions) {
      const [kind] = kept.slice(game.length + 1).split(":");
      return Promise.all([forms(), source(page)]).then(
        () => {
          const { fields } = window.sheetgenSources[kept],
            changed = values(fields, window.sheetgenKinds[game].kinds[kind], tracks, marked, conditions);
          if (!Object.keys(changed).length)
            throw new Error(sg.words("The file of {name} says all of this, or has no field for it.", { name }));
          location.href = sg.root + encodeURI(page) + "#edit=" + encodeURIComponent(JSON.stringify(changed));
          if (page === document.body.dataset.path) sg.loadOnce("drafts.js");
        },
        () => {
          throw new Error(sg.words("What this page is made from could not be loaded"));
        },
      );
    },
  };
};
