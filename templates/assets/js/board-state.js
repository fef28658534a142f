/* What happens in a fight: who takes part, whose turn it is, how each stands, what is timed, and the steps taken back.
   Nothing here is drawn or kept.

   A fighter is known by its entry, its name without a number, and which of these it is: a fight goes on when the names
   or numbers of its roster change. `roster` are the encounter's fighters in order: {key, id, name, initiative, tracks,
   conditions, hidden, kept}. What is marked on fighters with `kept`, a name of their own, goes with them from fight to fight. */
window.sheetgenFight = (id, roster) => {
  "use strict";
  const FORMAT = "sheetgen board 2",
    MOST_STEPS = 60,
    MOST_ADDED = 200;
  const first = roster.map((fighter) => fighter.key),
    planned = new Map(roster.map((fighter) => [fighter.key, fighter]));
  let state = fresh(),
    past = [],
    future = [],
    lastStep = "";

  function fresh() {
    return { format: FORMAT, board: id, round: 1, turn: first[0], order: first.slice(), fighters: {}, timers: [] };
  }
  // ---- what comes from a store or a file: only what is known is taken
  function read(from) {
    if (!from || from.format !== FORMAT || from.board !== id) return null;
    const known = fresh(),
      kept = Object(from.fighters),
      added = addedIn(kept),
      removed = new Set(list(from.removed)),
      now = renamed([...Object.keys(kept), ...list(from.order), ...removed], added);
    known.removed = first.filter((key) => [...removed].some((old) => now[old] === key));
    if (!known.removed.length) delete known.removed;
    const listed = [...new Set(list(from.order).map((key) => now[key]))].filter(Boolean);
    known.order = joined(listed).filter((key) => !known.removed?.includes(key));
    known.round = Math.max(1, Math.trunc(+from.round) || 1);
    known.turn = known.order.includes(now[from.turn]) ? now[from.turn] : known.order[0];
    known.timers = timersIn(from.timers);
    if (from.carries) known.carries = true;
    for (const [old, written] of Object.entries(kept)) {
      const fighter = Object(written);
      if (!now[old]) continue;
      known.fighters[now[old]] = {
        tracks: Object(fighter.tracks),
        conditions: list(fighter.conditions).map(String),
        note: String(fighter.note || ""),
        initiative: number(fighter.initiative),
        timers: timersIn(fighter.timers),
        ...(typeof fighter.hidden === "boolean" && { hidden: fighter.hidden }),
        ...(added[old] && { added: added[old] }),
      };
    }
    return known;
  }
  const list = (value) => (Array.isArray(value) ? value : []);
  const timersIn = (value) =>
    list(value).map((timer) => ({ name: String(timer?.name ?? ""), until: Math.trunc(+timer?.until) || 0 }));
  // The number that a text or value is; null where it is none.
  function number(value) {
    const text = String(value ?? "")
      .trim()
      .replace("−", "-");
    return text && Number.isFinite(+text) ? +text : null;
  }
  // Those who were added at the table, as their entries had them.
  function addedIn(kept) {
    const added = Object.create(null);
    for (const key of Object.keys(kept).slice(0, MOST_ADDED)) {
      const fighter = kept[key]?.added;
      if (fighter && !planned.has(key)) added[key] = combatant(key, fighter);
    }
    return added;
  }
  function combatant(key, from) {
    const page = /^[^:\\#?]+\.html$/.exec(String(from.page ?? ""))?.[0] ?? "";
    return {
      key,
      id: String(from.id ?? ""),
      kept: String(from.kept ?? ""),
      name: String(from.name ?? ""),
      conditions: list(from.conditions).map(String),
      hidden: !!from.hidden,
      page: page.startsWith("/") ? "" : page,
      initiative: null,
      figures: list(from.figures).map((pair) => list(pair).map(String)),
      tracks: list(from.tracks).map((track) => ({
        label: String(track?.label ?? ""),
        owner: String(track?.owner ?? ""),
        boxes: String(track?.boxes ?? ""),
        way: String(track?.way ?? ""),
        least: Math.trunc(+track?.least) || 0,
        most: Math.min(9999, Math.trunc(+track?.most) || 0),
        marked: Math.trunc(+track?.marked) || 0,
      })),
    };
  }
  // Which fighter of today each kept one is: the same, else the next copy of its entry that no kept one is.
  function renamed(keys, added) {
    const today = Object.create(null),
      entry = (key) => String(key).slice(0, String(key).indexOf("/"));
    for (const key of keys) if (planned.has(key) || added[key]) today[key] = key;
    for (const key of keys) {
      if (today[key]) continue;
      const taken = Object.values(today),
        free = first.find((k) => entry(k) === entry(key) && !keys.includes(k) && !taken.includes(k));
      if (free) today[key] = free;
    }
    return today;
  }
  // A fighter who is new stands behind the one who acts before in the roster, wherever that one stands by now.
  function joined(order) {
    const all = order.slice();
    first.forEach((key, at) => {
      if (all.includes(key)) return;
      const before = first
        .slice(0, at)
        .reverse()
        .find((k) => all.includes(k));
      all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, key);
    });
    return all;
  }

  // ---- what goes with a fighter from fight to fight
  const keeping = () => state.order.filter((key) => fighter(key)?.kept);
  // Take over what is marked elsewhere by now; what an older board has of it stays where nothing is known.
  function carry(marks, all) {
    for (const key of keeping()) {
      const known = Object(marks[fighter(key).kept]);
      if (!all && !marks[fighter(key).kept]) continue;
      const mine = of(key);
      mine.tracks = { ...Object(known.tracks) };
      mine.conditions = [
        ...list(known.conditions ?? fighter(key).conditions).map(String),
        ...(isOut(key) ? ["Out"] : []),
      ];
    }
    state.carries = true;
  }
  // What is marked on each of them now, by its name.
  function carried() {
    const stands = keeping().map((key) => {
      const { tracks, conditions } = of(key);
      return [fighter(key).kept, { tracks: { ...tracks }, conditions: conditions.filter((c) => c !== "Out") }];
    });
    return Object.fromEntries(stands);
  }

  // ---- who takes part, and how each stands
  const fighter = (key) => state.fighters[key]?.added ?? planned.get(key);
  const standing = (holding) => ({ tracks: {}, conditions: [...holding], note: "", initiative: null, timers: [] });
  function of(key) {
    return (state.fighters[key] ??= standing(fighter(key).conditions));
  }
  const isOut = (key) => !!state.fighters[key]?.conditions.includes("Out");
  // Whether players do not see it: as it was left here, else where its entry is hidden from them.
  const isHidden = (key) => state.fighters[key]?.hidden ?? !!fighter(key).hidden;
  // Those that hold: as it was left here, else as the entry says.
  const conditions = (key) => state.fighters[key]?.conditions ?? fighter(key).conditions;
  // Where a track stands: as it was left here, else as its entry says.
  function marked(key, label) {
    const track = fighter(key).tracks.find((known) => known.label === label),
      kept = state.fighters[key]?.tracks[label];
    return Math.max(track.least, Math.min(kept === undefined ? track.marked : +kept || 0, track.most));
  }
  // The initiative of a fighter: as it was entered, else as the encounter has it; null where neither is a number.
  const initiative = (key) => state.fighters[key]?.initiative ?? number(fighter(key).initiative);
  // Whether low numbers act first in this roster.
  function ascends() {
    const known = roster.map((planned) => number(planned.initiative)).filter((n) => n !== null);
    return known.some((n, i) => i && n > known[i - 1]) && known.every((n, i) => !i || n >= known[i - 1]);
  }
  // A fighter whose initiative was entered stands behind those who act before, as far as theirs is known.
  function place(key) {
    const mine = initiative(key),
      others = state.order.filter((k) => k !== key),
      sign = ascends() ? -1 : 1,
      known = others.filter((k) => initiative(k) !== null);
    if (mine === null || !known.length) return;
    const after = known.find((k) => sign * initiative(k) < sign * mine);
    others.splice(after ? others.indexOf(after) : others.indexOf(known[known.length - 1]) + 1, 0, key);
    state.order = others;
  }

  // ---- turns and timers
  function advance(by) {
    const n = state.order.length;
    let at = state.order.indexOf(state.turn),
      round = state.round;
    for (let step = 0; step < n; step++) {
      at += by;
      if (at >= n) {
        at = 0;
        round++;
      }
      if (at < 0) {
        if (round === 1) return false;
        at = n - 1;
        round--;
      }
      if (!isOut(state.order[at])) break;
    }
    state.round = round;
    state.turn = state.order[at];
    return true;
  }
  // How many turns a fighter has begun; of the fight ("") how many rounds. Timers end at one of these.
  function begun(key) {
    if (!key) return state.round;
    return state.round - (state.order.indexOf(key) > state.order.indexOf(state.turn) ? 1 : 0);
  }
  const timers = (key) => (key ? (state.fighters[key]?.timers ?? []) : state.timers);
  const left = (key, timer) => Math.max(0, timer.until - begun(key));

  // ---- steps, to take back and to take again
  const whole = () => JSON.stringify(state);
  return {
    get round() {
      return state.round;
    },
    get turn() {
      return state.turn;
    },
    get order() {
      return state.order;
    },
    get removed() {
      return state.removed ?? [];
    },
    get text() {
      return JSON.stringify(state, null, 2);
    },
    get stored() {
      return { ...state, past, future };
    },
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    fighter,
    isOut,
    marked,
    initiative,
    timers,
    begun,
    left,
    number,
    isHidden,
    // What players may see: names in order, who is out, conditions, with how often one of `stacks` holds; none whom the
    // game master hides.
    players(words, stacks) {
      const seen = state.order.filter((key) => !isHidden(key));
      const fighters = seen.map((key) => ({
        name: fighter(key).name,
        now: key === state.turn,
        out: isOut(key),
        conditions: [
          ...conditions(key).map(words),
          ...fighter(key)
            .tracks.filter(({ label }) => stacks.includes(label) && marked(key, label) > 0)
            .map(({ label }) => label + " " + marked(key, label)),
        ],
      }));
      return { round: state.round, fighters };
    },
    conditions,
    note: (key) => state.fighters[key]?.note ?? "",
    read,
    carry: (marks) => carry(marks, true),
    carried,
    // Take over what was kept; false where it is no state of this fight. Nothing kept is a fight that has not begun.
    restore(stored, marks) {
      const known = stored ? read(stored) : fresh();
      if (!known) return false;
      state = known;
      past = list(stored?.past).map(String);
      future = list(stored?.future).map(String);
      lastStep = "";
      carry(marks, !stored || state.carries);
      return true;
    },
    // Change the state by a function; changes of one name that follow each other are one step to take back.
    change(name, act) {
      const before = whole();
      act(state, of);
      if (whole() === before) return false;
      if (!name || name !== lastStep) past = [...past, before].slice(-MOST_STEPS);
      future = [];
      lastStep = name;
      return true;
    },
    undo() {
      return back(past, future);
    },
    redo() {
      return back(future, past);
    },
    advance,
    place,
    // All as in a file, or as it was at first, but for what goes with its fighters.
    replace(known) {
      const marks = carried();
      state = known || fresh();
      if (!known) carry(marks, true);
    },
    // A fighter with nothing marked but what its entry says.
    clear(key) {
      Object.assign(of(key), { tracks: {}, conditions: [...fighter(key).conditions] });
    },
    // Another fighter, who acts after the one whose turn it is.
    join(from) {
      let copy = 1;
      while (state.fighters[`${from.id}/${from.name}/+${copy}`]) copy++;
      const key = `${from.id}/${from.name}/+${copy}`;
      const added = combatant(key, from);
      state.fighters[key] = standing(added.conditions);
      state.fighters[key].added = added;
      const at = state.order.indexOf(state.turn);
      state.order.splice(at < 0 ? state.order.length : at + 1, 0, key);
      state.turn ??= key;
      return key;
    },
    leave(key) {
      if (key === state.turn && (!advance(1) || state.turn === key)) state.turn = state.order.find((k) => k !== key);
      state.order = state.order.filter((k) => k !== key);
      if (planned.has(key)) state.removed = [...(state.removed ?? []), key];
      else delete state.fighters[key];
    },
    comeBack(key) {
      state.removed = (state.removed ?? []).filter((k) => k !== key);
      if (!state.removed.length) delete state.removed;
      state.order = joined(state.order).filter((k) => !state.removed?.includes(k));
      state.turn ??= key;
    },
  };
  function back(from, to) {
    const step = from.pop();
    if (step === undefined) return false;
    let known = null;
    try {
      known = read(JSON.parse(step));
    } catch {}
    if (!known) return false;
    to.push(whole());
    state = known;
    lastStep = "";
    return true;
  }
};
