import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readKsteLine } from "../../lib/domain/interchange/kste/jsonl.ts";
import { diffStories } from "../../lib/domain/stories/diff/hunks.ts";
import { genres } from "../../lib/domain/stories/genres.ts";
import type { KsteItem } from "../../lib/domain/stories/items/kste-item.ts";
import { knowledgeTypes } from "../../lib/domain/stories/knowledge-types.ts";
import { isBlocking } from "../../lib/domain/stories/lint/finding.ts";
import { lintSet } from "../../lib/domain/stories/lint/lint-set.ts";
import { wordTexts } from "../../lib/domain/words/words.ts";

function linesOf(name: string): string[] {
  return readFileSync(new URL(name, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
}

const items = ["ikd.jsonl", "knp.jsonl"].flatMap((name) =>
  linesOf(name).map((line, at) => readKsteLine(line, at + 1)?.item as KsteItem),
);
const ofKind = <Kind extends KsteItem["kind"]>(kind: Kind) =>
  items.filter((item): item is Extract<KsteItem, { kind: Kind }> => item.kind === kind);
const [originals, erroneous, questions] = [ofKind("original"), ofKind("error"), ofKind("knp")];
const notes = new Map(
  linesOf("annotations.jsonl").map((line) => {
    const note = JSON.parse(line) as { id: string; knowledgeType: string; flawed: boolean; flaw: string | null };
    return [note.id, note];
  }),
);

describe("the demo of stories about knowledge", () => {
  it("has twelve pairs and twelve questions in all five genres and of all four types of knowledge", () => {
    expect([originals.length, erroneous.length, questions.length]).toEqual([12, 12, 12]);
    for (const group of [originals, erroneous, questions]) {
      expect(new Set(group.map(({ genre }) => genre))).toEqual(new Set(genres));
      const types = group.map(({ id }) => notes.get(id)?.knowledgeType);
      expect(new Set(types)).toEqual(new Set(knowledgeTypes));
    }
  });

  it("tells each story of a pair in 400 to 600 words, and changes little between the two", () => {
    for (const { id, story } of [...originals, ...erroneous]) {
      const words = wordTexts(story).length;
      expect({ id, fits: words >= 400 && words <= 600 }).toEqual({ id, fits: true });
    }
    const sound = erroneous.filter(({ id }) => notes.get(id)?.flawed === false);
    for (const { id, story } of sound) {
      const original = originals.find((one) => `erroneous_${one.id}` === id);
      const { wordsRemoved, wordsAdded } = diffStories(original?.story ?? "", story);
      expect(wordsAdded).toBeGreaterThan(0);
      expect(wordsRemoved + wordsAdded).toBeLessThan(90);
    }
  });

  it("has nothing that the linter would stop at, and the one hint that is there on purpose", () => {
    const { findings } = lintSet(items);
    expect(findings.filter(isBlocking)).toEqual([]);
    expect(findings.filter(({ problem }) => problem === "explicit-hint").map(({ item }) => item)).toEqual([
      "erroneous_story_5",
    ]);
    expect(findings.filter(({ problem }) => problem === "unpaired")).toEqual([]);
  });

  it("has a few flawed items, each with its flaw named, and a training that comes by all of them", () => {
    const flawed = [...notes.values()].filter((note) => note.flawed);
    expect(flawed.map(({ id }) => id).sort()).toEqual(
      ["erroneous_story_10", "erroneous_story_5", "erroneous_story_8", "qa_2", "qa_4", "qa_7"].sort(),
    );
    expect(flawed.every(({ flaw }) => flaw !== null)).toBe(true);
    const training = JSON.parse(readFileSync(new URL("practice/training.json", import.meta.url), "utf8")) as {
      steps: { item: string; lesson: string }[];
    };
    const steps = new Set(training.steps.map(({ item }) => item));
    expect(flawed.filter(({ id }) => !steps.has(id))).toEqual([]);
    expect(training.steps.every(({ lesson }) => lesson.length > 0)).toBe(true);
  });
});
