/* Dice that fall the same for the same seed, as in `sheetgen roll`: mulberry32, begun with the FNV-1a digest of the
   seed's UTF-8. */
(() => {
  "use strict";
  function dieOf(seed) {
    let state = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(seed)) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
    return (faces) => {
      state = (state + 0x6d2b79f5) >>> 0;
      let word = state;
      word = Math.imul(word ^ (word >>> 15), word | 1);
      word ^= (word + Math.imul(word ^ (word >>> 7), word | 61)) | 0;
      return 1 + Math.floor((((word ^ (word >>> 14)) >>> 0) * faces) / 4294967296);
    };
  }
  // A face of a die by what stands behind its `d`: a number, `%`, or `F` of Fate dice.
  function faceOf(sides, die) {
    return sides === "F" ? die(3) - 2 : die(sides === "%" ? 100 : +sides);
  }
  if (typeof document === "undefined") module.exports = { dieOf, faceOf };
  else Object.assign(window.sheetgen, { dieOf, faceOf });
})();
