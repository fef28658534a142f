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

  // The tracks that another entry has, one of a panel, by its kind and id; their labels begin with its name.
  function byOwner(tracks) {
    const owners = new Map();
    for (const track of tracks) if (track.owner) owners.set(track.owner, [...(owners.get(track.owner) ?? []), track]);
    return [...owners];
  }
  const pageOf = (owner) => {
    const [kind, id] = owner.split(":");
    return window.sheetgenKinds[game].entries[kind]?.find((known) => known[0] === id)?.[2];
  };
  const kindOf = (key) => window.sheetgenKinds[game].kinds[key.split(":")[0]];
  // What differs from the file of an entry of a panel: {page, source, changed}.
  function ofOwner([owner, tracks]) {
    const entry = window.sheetgenSources[game + "/" + owner],
      form = { ...kindOf(owner), conditions: [] };
    return (marked) => {
      const own = tracks.map((track) => ({ ...track, label: track.label.slice(entry.name.length + 2) })),
        stands = (label) => marked(entry.name + ": " + label);
      return { page: pageOf(owner), source: entry, changed: values(entry.fields, form, own, stands, []) };
    };
  }
  // What differs is a draft of each file; their pages open with it.
  const drafted = (parts) =>
    sg.load("drafts", {}).then((drafts) => {
      const more = parts.map(({ page, source: { name, digest }, changed }) => {
        const fields = { ...drafts[page]?.fields, ...changed };
        return [page, { title: name, digest, fields }];
      });
      return sg.save("drafts", { ...drafts, ...Object.fromEntries(more) });
    });

  return {
    forms,
    source,
    // Open the form of an entry with what is marked; what is marked on entries of its panels becomes a draft of theirs. A
    // promise that fails with the reason where nothing differs.
    write({ kept, page, name, tracks }, marked, conditions) {
      const key = kept.slice(game.length + 1),
        unread = () => {
          throw new Error(sg.words("What this page is made from could not be loaded"));
        };
      return forms()
        .then(() => {
          const owners = byOwner(tracks).filter(([owner]) => pageOf(owner));
          return Promise.all([source(page), ...owners.map(([owner]) => source(pageOf(owner)))]).then(() => owners);
        })
        .catch(unread)
        .then((owners) => {
          const { fields } = window.sheetgenSources[kept],
            own = tracks.filter((track) => !track.owner),
            changed = values(fields, kindOf(key), own, marked, conditions),
            others = owners.map((owner) => ofOwner(owner)(marked)).filter((other) => Object.keys(other.changed).length),
            [first] = Object.keys(changed).length ? [{ page, changed }] : others;
          if (!first)
            throw new Error(sg.words("The file of {name} says all of this, or has no field for it.", { name }));
          return drafted(others.filter((other) => other.page !== first.page)).then(() => {
            location.href =
              sg.root + encodeURI(first.page) + "#edit=" + encodeURIComponent(JSON.stringify(first.changed));
            if (first.page === document.body.dataset.path) sg.loadOnce("drafts.js");
          });
        });
    },
  };
};
