import fc from "fast-check";

const [firstSurrogate, afterSurrogates, last] = [0xd800, 0xe000, 0x10ffff];
const surrogates = afterSurrogates - firstSurrogate;

/**
 * Any character of Unicode as one string, for `fc.string({ unit: anyCharacter })`. fast-check's own unit "binary"
 * generates the same ones, but keeps a table of all 1.1 million characters to map them to their numbers.
 */
export const anyCharacter = fc.nat({ max: last - surrogates }).map(
  (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
  (character) => {
    const code = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character || !character.isWellFormed())
      throw new RangeError("not one whole character");
    return code < firstSurrogate ? code : code - surrogates;
  },
);
