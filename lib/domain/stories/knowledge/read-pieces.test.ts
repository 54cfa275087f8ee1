import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../words/testing/any-character.ts";
import { foldVerbatim } from "./fold-verbatim.ts";
import { readKnowledgePieces } from "./read-pieces.ts";

const story =
  "Mr. Halloran locked the greenhouse. Then, smiling at his own caution, he had hidden the spare key under the third " +
  "flowerpot.\n\n“I will give her the red kite on Sunday,” he whispered to the dog. Nobody else was home — not even " +
  "the cat. He wrote “Don’t tell Priya...” on a card, and put it in his well-worn coat.\n\nPriya rang the bell twice.";

const read = (field: string, text = story) =>
  readKnowledgePieces(text, field).map((piece) => {
    if (piece.place !== null) expect(text.slice(piece.place.start, piece.place.end)).toBe(piece.text);
    else expect(field.slice(piece.source.start, piece.source.end)).toBe(piece.text);
    return piece.place === null ? `? ${piece.text}` : piece.text;
  });

describe("a field that stands in the story as it is", () => {
  it("is one piece, with or without quotation marks around it", () => {
    const key = "he had hidden the spare key under the third flowerpot.";
    for (const field of [key, `"${key}"`, `“${key}”`, `'${key}'`, ` \n"${key}" `]) expect(read(field)).toEqual([key]);
  });

  it("keeps the speech of the story in it", () => {
    const speech = "“I will give her the red kite on Sunday,” he whispered to the dog.";
    for (const field of [speech, speech.replace(/[“”]/gu, '"'), `"${speech}"`, `'${speech.replace(/[“”]/gu, '"')}'`])
      expect(read(field)).toEqual([speech]);
  });

  it("may run over a paragraph and differ in case, dashes, quotation marks and spaces", () => {
    expect(read("under the  third flowerpot.\n'I WILL give her")).toEqual([
      "under the third flowerpot.\n\n“I will give her",
    ]);
    expect(read("nobody else was home--not even the cat")).toEqual(["Nobody else was home — not even the cat"]);
    expect(read("in his well‑worn coat")).toEqual(["in his well-worn coat"]);
  });

  it("is one piece although an ellipsis of the story is in it", () => {
    expect(read('He wrote "Don\'t tell Priya…" on a card')).toEqual(["He wrote “Don’t tell Priya...” on a card"]);
  });

  it("is a piece even when it has fewer than three words", () => {
    expect(read("spare key")).toEqual(["spare key"]);
  });
});

describe("a list", () => {
  it("gives a piece for each line", () => {
    const pieces = ["he had hidden the spare key", "Nobody else was home"];
    for (const bullet of ["- ", "* ", "• ", "1. ", "2) ", "(a) ", "– ", "  - "])
      expect(read(pieces.map((piece) => `${bullet}"${piece}"`).join("\n"))).toEqual(pieces);
    expect(read(pieces.map((piece) => `"${piece}"`).join("\n"))).toEqual(pieces);
    expect(read(pieces.join("\n"))).toEqual(pieces);
  });

  it("takes a line that goes on below with the line above, and an item that is told in other words as a note", () => {
    expect(read('- "he had hidden the spare key\n  under the third flowerpot"\n- "the key is in a pot"')).toEqual([
      "he had hidden the spare key under the third flowerpot",
      "? the key is in a pot",
    ]);
  });
});

describe("a list within its line", () => {
  const pieces = ["he had hidden the spare key", "Nobody else was home", "Priya rang the bell twice"];
  const [one, two, three] = pieces as [string, string, string];
  it.each([
    `(1) ${one} (2) ${two} (3) ${three}`,
    `(1) "${one}" (2) "${two}" (3) "${three}"`,
    `(1)"${one}"(2)"${two}"(3)"${three}"`,
    `1. ${one}; 2. ${two}; 3. ${three}`,
    `1) ${one}, 2) ${two}, and 3) ${three}.`,
    `(a) ${one}. (b) ${two}. (c) ${three}.`,
    `${one}, ${two}, and ${three}`,
    `${one} • ${two} • ${three}`,
    `["${one}", "${two}", "${three}"]`,
    `['${one}', '${two}', '${three}']`,
    `[“${one}” ... “${two}”] and ${three}`,
  ])("gives a piece for each item: %s", (field) => {
    expect(read(field).map((text) => text.replace(/[.]$/u, ""))).toEqual(pieces);
  });

  it("is no list where a number ends a sentence", () => {
    expect(read("She waited for the bus 1. Then it came.")).toEqual(["? She waited for the bus 1. Then it came."]);
  });
});

describe("parts that nobody quoted", () => {
  it("are pieces each where and joins them, and notes where they are told in other words", () => {
    expect(read("he had hidden the spare key and Priya rang the bell twice")).toEqual([
      "he had hidden the spare key",
      "Priya rang the bell twice",
    ]);
    expect(read("The key is under a pot and nobody else was home")).toEqual([
      "? The key is under a pot and",
      "Nobody else was home",
    ]);
  });

  it("are not parted where they are quoted", () => {
    expect(read('"The key is under a pot and nobody else was home"')).toEqual([
      "? The key is under a pot and nobody else was home",
    ]);
  });
});

describe("quotations that are joined", () => {
  it.each([
    '"he had hidden the spare key" and "Nobody else was home"',
    "“he had hidden the spare key”, “Nobody else was home”",
    '"he had hidden the spare key"; "Nobody else was home"',
    '"he had hidden the spare key" — "Nobody else was home"',
    '"he had hidden the spare key" - "Nobody else was home"',
    '"he had hidden the spare key" "Nobody else was home"',
    "'he had hidden the spare key' and 'Nobody else was home'",
    "«he had hidden the spare key» / «Nobody else was home»",
    "he had hidden the spare key; nobody else was home",
    "he had hidden the spare key—nobody else was home",
    "„he had hidden the spare key“ / „nobody else was home“",
    String.raw`\"he had hidden the spare key\", \"nobody else was home\"`,
    "<modified>he had hidden the spare key</modified> and <error>nobody else was home</error>",
  ])("give a piece each: %s", (field) => {
    expect(read(field)).toEqual(["he had hidden the spare key", "Nobody else was home"]);
  });

  it("keep the words between them as a note when they say something", () => {
    expect(read('Priya knows of "the spare key under the third flowerpot" though she was never told')).toEqual([
      "? Priya knows of",
      "the spare key under the third flowerpot",
      "? though she was never told",
    ]);
    expect(read('"he had hidden the spare key" (which Priya was never told); "Nobody else was home"')).toEqual([
      "he had hidden the spare key",
      "? which Priya was never told",
      "Nobody else was home",
    ]);
  });

  it("may be closed by another sort of mark, or not at all", () => {
    expect(read('“he had hidden the spare key" and "nobody else was home')).toEqual([
      "he had hidden the spare key",
      "Nobody else was home",
    ]);
  });
});

describe("an ellipsis", () => {
  it.each(["...", "…", " ... ", " [...] ", ". . .", " (…) ", " <...> ", "...."])("parts a quotation: %s", (dots) => {
    expect(read(`"locked the greenhouse${dots}hidden the spare key"`)).toEqual([
      "locked the greenhouse",
      "hidden the spare key",
    ]);
  });

  it("may stand before the first part or after the last, and leaves short parts out", () => {
    expect(read('"...he had hidden the spare key … the dog ..."')).toEqual(["he had hidden the spare key"]);
  });
});

describe("a quotation that is not verbatim", () => {
  it("gives the sentences of it that are, the longest runs whole, and the others as notes", () => {
    expect(
      read('"He whispered to the dog. Nobody else was home - not even the cat. He burnt the card at once."'),
    ).toEqual(["he whispered to the dog. Nobody else was home — not even the cat.", "? He burnt the card at once."]);
  });

  it("is found without its last punctuation, which is often the quoter's", () => {
    expect(read('"he had hidden the spare key."')).toEqual(["he had hidden the spare key"]);
  });

  it("is a note when its words were changed", () => {
    expect(read('"he hid the spare key beneath the third flowerpot"')).toEqual([
      "? he hid the spare key beneath the third flowerpot",
    ]);
    expect(read("The key is under a pot.")).toEqual(["? The key is under a pot."]);
    expect(read("“”")).toEqual(["? “”"]);
  });

  it("is no piece where it would split a word", () => {
    expect(read("ran home to", "Iran home to us.")).toEqual(["? ran home to"]);
  });
});

describe("places", () => {
  it("are the first ones, and the next for the same words again", () => {
    const twice = "The cat sat down. The cat sat up.";
    const places = readKnowledgePieces(twice, '"the cat sat" and "the cat sat"').map(({ place }) => place?.start);
    expect(places).toEqual([0, 18]);
  });
});

describe("laws", () => {
  const joins = ["” and “", "”\n“", "”, “", "...", "” — “"];
  const stretch = fc.nat(120).chain((from) => fc.tuple(fc.constant(from), fc.integer({ min: 25, max: 90 })));
  const cutWords = ([from, length]: [number, number]) => {
    const words = story
      .slice(from, from + length)
      .split(" ")
      .slice(1, -1)
      .join(" ");
    return words.replace(/["“”]/gu, "").replace(/\n/gu, " ");
  };

  it("every piece that is placed says what the story says there", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(stretch.map(cutWords), fc.string()), { maxLength: 4 }),
        fc.constantFrom('" and "', "…", "\n- ", " "),
        (parts, join) => {
          const field = `"${parts.join(join)}"`;
          for (const piece of readKnowledgePieces(story, field)) {
            const said = field.slice(piece.source.start, piece.source.end);
            if (piece.place === null) expect(piece.text).toBe(said);
            else expect(foldVerbatim(piece.text).text).toBe(foldVerbatim(said).text);
          }
        },
      ),
    );
  });

  it("stretches of three words or more that the story holds are all pieces", () => {
    const words = story.replace(/[“”]|\.\.\./gu, "").split(/\s+/u);
    const plain = words.join(" ");
    const held = fc
      .tuple(fc.nat(words.length - 4), fc.integer({ min: 4, max: 12 }))
      .map(([from, count]) => words.slice(from, from + count).join(" "))
      .filter((text) => !text.startsWith("—"));
    fc.assert(
      fc.property(fc.array(held, { minLength: 1, maxLength: 4 }), fc.constantFrom(...joins), (parts, join) => {
        const pieces = readKnowledgePieces(plain, `“${parts.join(join)}”`).filter(({ place }) => place !== null);
        const texts = pieces.map(({ text }) => foldVerbatim(text).text);
        for (const part of parts) {
          const wanted = foldVerbatim(part.replace(/[\s.,—]+$/u, "")).text;
          expect(texts.some((text) => text.includes(wanted))).toBe(true);
        }
      }),
    );
  });

  it("a story and a field of any text are read in any case", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        (text, field) => void readKnowledgePieces(text, field),
      ),
    );
  });
});
