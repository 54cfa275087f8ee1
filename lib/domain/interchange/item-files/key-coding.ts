/** The ways in which cells of a key column identify the correct option. */
export const keyCodings = ["text", "letter", "from-1", "from-0"] as const;
export type KeyCoding = (typeof keyCodings)[number];

/**
 * The index of the option that a key identifies with a coding; null if there is none. The text of an option matches
 * regardless of case and outer spaces; a letter may have brackets or a full stop.
 */
export function findOptionIndex(coding: KeyCoding, key: string, options: readonly string[]): number | null {
  const index = findIndexByCoding(coding, key.trim(), options);
  return index >= 0 && index < options.length ? index : null;
}

/**
 * The index of the option that a key identifies, by the coding of its column, by text or by letter; null if there is
 * none.
 */
export function findOptionOfKey(keys: KeyCoding | null, text: string, options: readonly string[]): number | null {
  // A coding is decided per column only for numbers; the text or the letter of an option is unambiguous.
  const codings: KeyCoding[] = [...(keys === null ? [] : [keys]), "text", "letter"];
  for (const coding of codings) {
    const index = findOptionIndex(coding, text, options);
    if (index !== null) return index;
  }
  return null;
}

function findIndexByCoding(coding: KeyCoding, key: string, options: readonly string[]): number {
  if (coding === "text") {
    const exact = options.indexOf(key);
    return exact >= 0 ? exact : options.findIndex((option) => option.toLowerCase() === key.toLowerCase());
  }
  if (coding === "letter") {
    const letter = /^\(?([a-z])\)?\.?$/iu.exec(key)?.[1];
    return letter === undefined ? -1 : letter.toUpperCase().charCodeAt(0) - 65;
  }
  // Spreadsheets write whole numbers as "2.0", too.
  const number = /^(\d{1,2})(?:\.0+)?$/u.exec(key)?.[1];
  return number === undefined ? -1 : Number(number) - (coding === "from-1" ? 1 : 0);
}

/**
 * Decides the coding of a key column from all of its rows. A single "2" may be the second or the third option, but a 0
 * anywhere means that the column counts from 0. Chooses the coding with which most keys identify an option; if several
 * are equal, the first in `keyCodings`.
 */
export class KeyCodingVotes {
  private readonly fits = new Map<KeyCoding, number>(keyCodings.map((coding) => [coding, 0]));

  /** Counts a row. A row without a key or without options does not affect the decision. */
  add(key: string, options: readonly string[]): void {
    if (key.trim() === "" || options.length === 0) return;
    for (const coding of keyCodings)
      if (findOptionIndex(coding, key, options) !== null) this.fits.set(coding, (this.fits.get(coding) ?? 0) + 1);
  }

  /** Returns the coding; null if no key identifies an option with any coding. */
  decide(): KeyCoding | null {
    const highestCount = Math.max(...this.fits.values());
    return highestCount === 0 ? null : (keyCodings.find((coding) => this.fits.get(coding) === highestCount) ?? null);
  }
}
