import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constructionPrompt } from "../../stories/construction/prompts.ts";
import { itemAnchors } from "../../stories/items/item-anchors.ts";
import type { ErroneousStory, KsteItem } from "../../stories/items/kste-item.ts";
import { markedFields } from "../../stories/items/marked-fields.ts";
import { parseMarks } from "../../stories/items/marks.ts";
import { lintItem } from "../../stories/lint/lint-item.ts";
import { lintSet } from "../../stories/lint/lint-set.ts";
import { straightenText } from "../../words/straighten.ts";
import { parseWords } from "../../words/words.ts";
import { formatKsteHeader, formatKsteRecord, readCsvRecord } from "./csv.ts";
import { formatKsteLine, readKsteLine } from "./jsonl.ts";
import { formatLayoutPath, parseLayoutPath } from "./layout.ts";
import { formatResponse, readResponses } from "./response-items.ts";
import { parseResponses } from "./response-xml.ts";
import { readKsteRow, toReleasedFields } from "./row.ts";

function lines(name: string): string[] {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n");
}

const read = (name: string) => lines(name).map((line, index) => readKsteLine(line, index + 1)?.item as KsteItem);
const examples = () => [...read("ikd_examples.jsonl"), ...read("knp_examples.jsonl")];

describe("the shared JSONL format", () => {
  it("is read without a finding about its form, and written back with nothing lost", () => {
    for (const line of [...lines("ikd_examples.jsonl"), ...lines("knp_examples.jsonl")]) {
      const row = readKsteLine(line, 1);
      expect(row?.findings).toEqual([]);
      expect(JSON.parse(formatKsteLine(row?.item as KsteItem))).toEqual(JSON.parse(line));
    }
  });

  it("keeps provenance, explanations and fields it does not know", () => {
    const row = {
      ...JSON.parse(lines("ikd_examples.jsonl")[1] as string),
      modified_explanation: "He acts on it.",
      provenance: { model: "m", seed: 7 },
      rating: [1, null],
    };
    const result = readKsteRow(row, { id: "x" });
    expect(result.findings).toEqual([]);
    expect(JSON.parse(formatKsteLine(result.item as KsteItem))).toEqual(row);
  });

  it.each([
    ["not json", "line 3", "row"],
    ["[1]", "line 3", "row"],
    ['{"id":"a","kind":"original","genre":"kids"}', "a", "story"],
    ['{"id":"a","kind":"original","genre":"horror","story":"x"}', "a", "genre"],
    ['{"id":"a","kind":"poem","genre":"kids","story":"x"}', "a", "kind"],
    ['{"kind":"original","genre":"kids","story":"x"}', "line 3", "id"],
    ['{"id":"a","kind":"original","genre":"kids","story":7}', "a", "story"],
    ['{"id":"a","kind":"original","genre":"kids","story":"x\\u0000"}', "a", "story"],
    ['{"id":"a","kind":"original","genre":"kids","story":"\\ud800"}', "a", "story"],
    ['{"id":"a","kind":"original","genre":"kids","story":" "}', "a", "story"],
    ['{"id":"a","kind":"original","genre":"kids","story":"x","provenance":[]}', "a", "provenance"],
    ['{"prompt":"p","raw":"r","id":"a"}', "a", "kind"],
  ])("names the field of a row that does not fit: %s", (line, item, field) => {
    expect(readKsteLine(line, 3)?.findings).toMatchObject([{ item, field, problem: "schema" }]);
  });

  it("reads the first line with a byte order mark and passes over blank lines", () => {
    expect(readKsteLine('\ufeff{"id":"a","genre":"kids","story":"x"}', 1)?.item?.kind).toBe("original");
    expect(readKsteLine("  ", 2)).toBeNull();
  });
});

describe("the linter on the shared examples", () => {
  it("finds nothing in the sound ones, and every defect of the two broken ones", () => {
    expect(lintSet(examples()).findings.map(({ item, field, problem }) => `${item} ${field} ${problem}`)).toEqual([
      "erroneous_story_q1 erroneous_event malformed-tag",
      "erroneous_story_q1 error empty-error",
      "erroneous_story_q1 erroneous_event event-not-in-story",
      "erroneous_story_q1 implausible_knowledge knowledge-not-in-story",
      "erroneous_story_q1 story unpaired",
      "erroneous_story_q2 erroneous_event event-not-in-story",
      "erroneous_story_q2 error span-not-found",
      "erroneous_story_q2 story unpaired",
    ]);
  });

  it("agrees with the anchors: they are sound in sound items, and written back they say the same", () => {
    for (const item of examples()) {
      if (item.kind !== "error" || item.id.includes("_q")) continue;
      const anchors = itemAnchors(item);
      expect(anchors.filter((anchor) => anchor.damage !== null)).toEqual([]);
      const fields = markedFields(parseWords(item.story), anchors);
      const plain = (event: string) => straightenText(parseMarks(event, "error").plain);
      expect(plain(fields.erroneousEvent ?? "")).toBe(plain(item.erroneousEvent));
      expect(lintItem({ ...item, ...(fields as Partial<ErroneousStory>) } as KsteItem, null)).toEqual([]);
    }
  });
});

describe("the released layout", () => {
  it("is known by its file names, wherever the folder stands", () => {
    expect(parseLayoutPath("Act-on-Known/Data/IKD/errors/erroneous_story_12.json")).toEqual({
      kind: "error",
      id: "erroneous_story_12",
    });
    expect(parseLayoutPath("story_3.json")).toEqual({ kind: "original", id: "story_3" });
    expect(parseLayoutPath("KNP/qa_3.json")).toEqual({ kind: "knp", id: "qa_3" });
    expect(parseLayoutPath("__MACOSX/Data/KNP/._qa_3.json")).toBeNull();
    expect(parseLayoutPath("codes/config.json")).toBeNull();
  });

  it("holds the authors' keys in their order and nothing else", () => {
    const [, item] = examples();
    expect(formatLayoutPath(item as KsteItem)).toBe("Data/IKD/errors/erroneous_story_1.json");
    expect(Object.keys(toReleasedFields(item as KsteItem))).toEqual([
      "genre",
      "character",
      "implausible_knowledge",
      "error",
      "erroneous_event",
      "story",
    ]);
  });

  it("gives a path inside its folder to any id", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("../../etc/passwd", "a/b", "..", "C:\\x", "story_1")), (id) => {
        const path = formatLayoutPath({ ...(examples()[0] as KsteItem), id });
        expect(path).toMatch(/^Data\/IKD\/original\/story_[^/\\]+\.json$/u);
        expect(parseLayoutPath(path)?.kind).toBe("original");
      }),
    );
  });
});

const IKD = `Sure! Here is the rewritten story:
\`\`\`xml
<response>
<original_event>Ben knocked.</original_event>
<character> Ben </character>
<implausible_knowledge>the key & the pot</implausible_knowledge>
<knowledge_explanation>Ben was away &amp; saw nothing; 1 < 2.</knowledge_explanation>
<modified_explanation><![CDATA[He goes <straight> to it.]]></modified_explanation>
<modified_event>Ben came in <modified>and took the key</modified>. He <modified>smiled</modified>.</modified_event>
<modified_story>Ann hid the key &amp; the pot.

Ben came in and took the key. He smiled.</modified_story>
</response>
\`\`\`
I hope this helps!`;

describe("the <response> of the construction prompts", () => {
  it("gives every field of the erroneous story, whatever stands around it", () => {
    const [row, ...more] = readResponses(IKD, { id: "erroneous_story_9", genre: "Mystery" });
    expect(more).toEqual([]);
    expect(row?.findings).toEqual([]);
    expect(row?.item).toMatchObject({
      kind: "error",
      id: "erroneous_story_9",
      genre: "mystery",
      character: "Ben",
      implausibleKnowledge: "the key & the pot",
      knowledgeExplanation: "Ben was away & saw nothing; 1 < 2.",
      modifiedExplanation: "He goes <straight> to it.",
      originalEvent: "Ben knocked.",
      erroneousEvent: "Ben came in <error>and took the key</error>. He <error>smiled</error>.",
      error: "and took the keysmiled",
      story: "Ann hid the key & the pot.\n\nBen came in and took the key. He smiled.",
    });
  });

  it("gives every field of the question, the explanations apart from the knowledge", () => {
    const text = `<response><previous_story>While he slept, <knowledge>Ann hid the key</knowledge>. Ben woke.</previous_story>
<character>Ben</character><question>What does Ben do?</question>
<implausible_knowledge>He slept.</implausible_knowledge>
<answer_without_knowledge>Knock.</answer_without_knowledge><answer_with_knowledge>Search.</answer_with_knowledge>
<explanation>He expects it where it was.</explanation></response>`;
    const [row] = readResponses(text, { id: "qa_9", genre: "kids" });
    expect(row?.findings).toEqual([]);
    expect(row?.item).toMatchObject({
      kind: "knp",
      story: "While he slept, Ann hid the key. Ben woke.",
      implausibleKnowledge: "Ann hid the key",
      knowledgeExplanation: "He slept.",
      explanation: "He expects it where it was.",
      answerWithKnowledge: "Search.",
      answerWithoutKnowledge: "Knock.",
    });
  });

  it.each([
    ["a missing end", IKD.replace("</response>", ""), ["response"]],
    ["a field that is not closed", IKD.replace("</character>", ""), ["character"]],
    ["a misspelt tag", IKD.replaceAll("modified_story", "modifed_story"), ["modified_story", "modified_story"]],
    ["a tag in capitals", IKD.replace("<character>", "<Character>"), ["character"]],
    ["a mark that is not closed", IKD.replace("smiled</modified>", "smiled"), ["modified_event"]],
    ["a field given twice", IKD.replace("</character>", "</character><character>Ann</character>"), ["character"]],
    ["no <response> at all", IKD.replace("<response>", "").replace("</response>", ""), ["response"]],
  ])("reads on past %s and reports it", (_, text, fields) => {
    const [row] = readResponses(text, { id: "r", genre: "kids" });
    expect(row?.item).toMatchObject({ kind: "error", character: "Ben" });
    expect(row?.item?.story).toContain("He smiled.");
    expect(row?.findings.map((finding) => finding.field)).toEqual(fields);
    expect(new Set(row?.findings.map((finding) => finding.problem))).toEqual(new Set(["malformed-tag"]));
  });

  it("names the fields that are missing, and gives nothing for a text without any", () => {
    const [row] = readResponses("<response><modified_event>x <modified>y</modified></modified_event></response>", {
      id: "r",
      genre: "kids",
    });
    expect(row?.findings.map(({ field, problem }) => `${field} ${problem}`)).toEqual([
      "story schema",
      "character schema",
      "implausible_knowledge schema",
    ]);
    expect(readResponses("I cannot help with that.", { id: "r" })).toEqual([]);
  });

  it("expands no entity of the text's own and decodes once", () => {
    const bomb =
      '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><response><story>&b; &amp;lt; &#65;&#x42; &#xD800;</story></response>';
    expect(parseResponses(bomb)[0]?.fields.story).toBe("&b; &lt; AB &#xD800;");
  });

  it("never fails, whatever a model writes", () => {
    const piece = fc.constantFrom(
      "<response>",
      "</response>",
      "<story>",
      "</story>",
      "<modified_event>",
      "<modified>",
      "</modified>",
      "</modified_story>",
      "<modified_story",
      "&",
      "&lt;",
      "<![CDATA[",
      "]]>",
      "Ben",
      "\n",
      "<b>",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const row of readResponses(pieces.join(""), { id: "r" }))
          expect(row.item === null || row.item.id !== "").toBe(true);
      }),
    );
  });
});

const phrase = fc
  .array(fc.constantFrom("Ann", "hid", "“the key”", "& so", "a<b", "it's,", "=x", "'", '"q"', "é…", "\n\n"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((words) => `${words.join(" ").trim()}.`);
const maybe = fc.option(phrase, { nil: null });
const id = fc.constantFrom("story_1", "erroneous_story_2", "qa_x", "r, 3", '"4"');
const base = {
  id,
  genre: fc.constantFrom("romance", "fantasy", "science-fiction", "mystery", "kids"),
  story: phrase,
  sourceId: maybe,
  provenance: fc.constant(null),
  extra: fc.constant({}),
};
const anyItem: fc.Arbitrary<KsteItem> = fc.oneof(
  fc.record({ ...base, kind: fc.constant("original" as const) }),
  fc
    .record({
      ...base,
      kind: fc.constant("error" as const),
      character: phrase,
      implausibleKnowledge: phrase,
      before: phrase,
      error: phrase,
      originalEvent: maybe,
      knowledgeExplanation: maybe,
      modifiedExplanation: maybe,
    })
    .map(({ before, ...item }) => ({ ...item, erroneousEvent: `${before} <error>${item.error}</error>` })),
  fc.record({
    ...base,
    kind: fc.constant("knp" as const),
    character: phrase,
    implausibleKnowledge: phrase,
    question: phrase,
    answerWithKnowledge: phrase,
    answerWithoutKnowledge: phrase,
    knowledgeExplanation: maybe,
    explanation: maybe,
  }),
);

describe("round trips", () => {
  it("through a line, a response and a record give the item back", () => {
    fc.assert(
      fc.property(anyItem, (item) => {
        expect(readKsteLine(formatKsteLine(item), 1)).toEqual({ item, findings: [] });
        expect(readResponses(formatResponse(item), { id: "?" })).toEqual([{ item, findings: [] }]);
        const [header, record] = parse(`${formatKsteHeader()}\n${formatKsteRecord(item)}\n`, {
          bom: true,
        }) as string[][];
        expect(readCsvRecord(header as string[], record as string[], 2)).toEqual({ item, findings: [] });
      }),
    );
  });

  it("through a response keep knowledge that the story tells in other words", () => {
    const [item] = read("knp_examples.jsonl");
    const retold = { ...(item as KsteItem), implausibleKnowledge: "The ruby was moved." } as KsteItem;
    expect(readResponses(formatResponse(retold), { id: "?" })[0]).toEqual({ item: retold, findings: [] });
  });
});

describe("the construction prompts' answer forms", () => {
  it.each([
    ["erroneous-story", constructionPrompt("erroneous-story", "Rain."), "error"],
    ["next-action", constructionPrompt("next-action", "Rain."), "knp"],
  ])("ask for exactly the fields that the reader takes: %s", (_, prompt, kind) => {
    const form = prompt.user.slice(prompt.user.lastIndexOf("<response>"));
    const [row] = readResponses(form, { id: "r", genre: "kids" });
    expect(row?.findings).toEqual([]);
    expect(row?.item?.kind).toBe(kind);
    const values = Object.entries(row?.item ?? {}).filter(([name]) => !["sourceId", "provenance"].includes(name));
    expect(values.filter(([, value]) => value === null || value === "")).toEqual([]);
  });
});

describe("model output that never ends what it begins", () => {
  it.each(["<![CDATA[", "<story>", "<knowledge>", "<modified_stori>", "</story>", "<response>", "&lt"])(
    "is read to its end, a million characters of %s",
    (piece) => {
      const endless = piece.repeat(1_000_000 / piece.length);
      const [read] = parseResponses(`<response><previous_story>${endless}`);
      expect(read?.problems.length).toBeGreaterThan(0);
    },
  );

  it("keeps CDATA as it stands, and a section without an end as text", () => {
    const [read] = parseResponses("<response><story><![CDATA[a &lt; <b>]]> &lt; <![CDATA[c &amp; d</story></response>");
    expect(read?.fields.story).toBe("a &lt; <b> < <![CDATA[c & d");
  });
});
