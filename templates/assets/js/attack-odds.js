/* Who attacks whom in a fight, and with what best: the twin of sheetgen/model/attack_odds.py. Fighters that are alike, the
   copies of one entry, count once; everybody attacks those of other sides. `fight` is what PAGE.attacks.js has. */
(() => {
  "use strict";
  const common = (name) => name.replace(/\s+\d+$/, "");
  // Fighters put together by their names without a number, their sides and the values of their rows.
  function alike(fight, known) {
    const groups = new Map();
    for (const { fighter, called, rows } of known) {
      const values = rows.map((row) => [row.name === called ? "" : row.name, row.given]),
        key = JSON.stringify([common(called), fight.sides[fighter], values]);
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push({ fighter, called, rows });
    }
    const names = [...groups.values()].map(([{ called }]) => common(called));
    return [...groups.values()].map((members) => {
      const [{ fighter, called, rows }] = members,
        short = common(called);
      return {
        name: names.filter((name) => name === short).length === 1 ? short : called,
        side: fight.sides[fighter] ?? "",
        fighters: members.map((member) => member.fighter),
        rows,
      };
    });
  }
  // All who have an attack, and all who can be attacked.
  function opponents(fight) {
    const own = new Map();
    for (const row of fight.attacks) {
      const given = { ...fight.circumstances, ...row.given };
      own.set(row.by, [...(own.get(row.by) ?? []), { ...row, given }]);
    }
    const attackers = [...own].map(([fighter, rows]) => ({ fighter, called: fighter, rows })),
      attacked = fight.targets.map((row) => {
        const called = row.called || row.name;
        return { fighter: row.name, called, rows: [{ ...row, name: called }] };
      });
    return { attackers: alike(fight, attackers), attacked: alike(fight, attacked) };
  }
  // Every attacker with every target of another side.
  function pairs(fight) {
    const { attackers, attacked } = opponents(fight);
    return attackers.flatMap((attacker) =>
      attacked.filter((target) => target.side !== attacker.side).map((target) => ({ attacker, target })),
    );
  }
  // The attack whose deciding output is highest, the first of several, and those for which the rule failed. `ask` gives the
  // odds of some values, with their numbers by output.
  function best(fight, { attacker, target }, ask) {
    const failed = [];
    let most = null;
    for (const attack of attacker.rows) {
      const odds = ask({ ...attack.given, ...target.rows[0].given }),
        worth = odds.numbers[fight.odds.best] ?? -Infinity;
      if (odds.failed) failed.push(attacker.name + ", " + attack.name);
      if (!most || worth > most.worth) most = { attack, odds, worth };
    }
    return { ...most, failed };
  }
  const odds = { opponents, pairs, best };
  if (typeof document === "undefined") module.exports = odds;
  else window.sheetgen.attackOdds = odds;
})();
