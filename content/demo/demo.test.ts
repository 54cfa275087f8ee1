import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { readItemRow } from "../../lib/domain/interchange/read-item-row.ts";
import { validateBalance } from "../../lib/domain/items/kinds/true-false/validate-balance.ts";
import { renderStimulus } from "../../lib/domain/items/stimulus.ts";
import { wordTexts } from "../../lib/domain/words/words.ts";
import { predictionLines, readDemoItems } from "./make-predictions.ts";

const items = readDemoItems();
const practice = readDemoItems("practice.jsonl");

function linesOf(name: string): string[] {
  return readFileSync(new URL(name, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
}

/** All words with which a demo statement attributes a thought, a wish or a feeling to a character. */
const mentalState =
  /\b(?:knows?|thinks?|believes?|wants?|wanted|hopes?|realises?|suspects?|is (?:still )?angry|was (?:angry|sorry))\b/g;
const propositionBreak = /, (?!and )|(?:,)? and (?=[A-Z]|she |he |their |her )/;

describe("the demo benchmark", () => {
  it("is accepted line by line and balanced", () => {
    for (const line of [...linesOf("items.jsonl"), ...linesOf("practice.jsonl")]) {
      expect(readItemRow(line)).toMatchObject({ ok: true });
    }
    expect(validateBalance(items)).toEqual({ ok: true, errors: [], warnings: [] });
  });

  it("has seven stories of 185 to 215 words", () => {
    const stories = new Map(items.map((item) => [item.story.id, item.story.text]));
    expect(stories.size).toBe(7);
    for (const text of stories.values()) {
      expect(wordTexts(text).length).toBeGreaterThanOrEqual(185);
      expect(wordTexts(text).length).toBeLessThanOrEqual(215);
    }
  });

  it("nests one mental state fewer than its order, because the reader counts as the first", () => {
    for (const item of items.filter((candidate) => candidate.attributes.type === "tom")) {
      const states = item.text.match(mentalState) ?? [];
      expect([item.id, states.length]).toEqual([item.id, Number(item.attributes.order) - 1]);
    }
  });

  it("joins as many propositions as its factual level, none of them about a thought", () => {
    for (const item of items.filter((candidate) => candidate.attributes.type === "factual")) {
      expect([item.id, item.text.split(propositionBreak).length]).toEqual([item.id, item.attributes.level]);
      expect(item.text).not.toMatch(mentalState);
    }
  });

  it("carries one canary throughout, which no participant ever sees", () => {
    expect(new Set([...items, ...practice].map((item) => item.canary)).size).toBe(1);
    for (const item of items) {
      const shown = JSON.stringify(renderStimulus({ ...item, options: [] }, { story: "story" }).screens);
      expect(shown).not.toContain("canary");
    }
  });

  it("states the evidence for the key of every item", () => {
    const evidenceSchema = z.strictObject({ id: z.string(), gold: z.boolean(), evidence: z.string().min(10) });
    const evidence = linesOf("evidence.jsonl").map((line) => evidenceSchema.parse(JSON.parse(line)));
    expect(evidence.map(({ id, gold }) => ({ id, gold }))).toEqual(
      [...items, ...practice].map(({ id, gold }) => ({ id, gold })),
    );
  });
});

describe("the synthetic predictions", () => {
  const lines = linesOf("predictions.jsonl");

  it("are what the program in this folder writes", () => {
    expect(`${lines.join("\n")}\n`).toBe(predictionLines(items));
  });

  it("say in every line that the model is synthetic, and answer each of the 560 presentations once", () => {
    const rowSchema = z.object({
      model: z.string().endsWith("(synthetic)"),
      item: z.string(),
      condition: z.strictObject({
        story: z.enum(["no-story", "story"]),
        questionOrder: z.enum(["true-false", "false-true"]),
        prompt: z.enum(["human", "simplified"]),
      }),
    });
    const rows = lines.map((line) => rowSchema.parse(JSON.parse(line)));
    const cells = new Set(rows.map((row) => `${row.model} ${row.item} ${JSON.stringify(row.condition)}`));
    expect([rows.length, cells.size]).toEqual([1_680, 3 * 560]);
    expect(new Set(rows.map(({ condition: { story, prompt } }) => `${story} ${prompt}`))).toEqual(
      new Set(["no-story human", "story simplified"]),
    );
  });
});
