import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toBenchmarkRows } from "../../lib/domain/annotation/documents/benchmark-rows.ts";
import { documentFromItem } from "../../lib/domain/annotation/documents/item-document.ts";
import { readKsteLine } from "../../lib/domain/interchange/kste/jsonl.ts";
import { consistency } from "../../lib/domain/items/kinds/ikd/consistency.ts";
import { displays } from "../../lib/domain/items/kinds/ikd/display.ts";
import { findUnmarked } from "../../lib/domain/items/kinds/marks.ts";
import { renderPrompt } from "../../lib/domain/items/stimulus.ts";
import type { KsteItem } from "../../lib/domain/stories/items/kste-item.ts";
import { parseWords } from "../../lib/domain/words/words.ts";

const items = readFileSync(new URL("ikd.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line, at) => readKsteLine(line, at + 1)?.item as KsteItem);
const pairOf = (id: string) => id.replace("erroneous_", "");
const rows = toBenchmarkRows(
  items.map((item) => ({
    document: documentFromItem(item),
    origin: { externalId: item.id, groupKey: pairOf(item.id), knowledgeType: null },
  })),
);
const marked = rows.filter(({ attributes }) => attributes.event_words !== undefined);

describe("the marks of a pair of stories", () => {
  it("stand in the original at the matching event, so that a mark never says which of them has the error", () => {
    for (const row of marked) {
      const twin = marked.find(({ id, attributes }) => id !== row.id && attributes.group === row.attributes.group);
      expect({ id: row.id, twin: twin !== undefined }).toEqual({ id: row.id, twin: true });
    }
    expect(marked.length).toBeGreaterThanOrEqual(20);
  });

  it("look the same on both sides of a pair in every condition", () => {
    for (const ablation of displays) {
      const looks = new Map<unknown, Set<string>>();
      for (const row of marked) {
        const [screen] = consistency.screens(row, { ablation }, consistency.wording, "one-screen");
        const look = [...new Set(screen?.highlights?.map(({ mark }) => mark))].sort().join();
        const prompt = renderPrompt(row, { ablation });
        expect(prompt.includes("<event>")).toBe(look.includes("event"));
        expect(prompt.includes("<error>")).toBe(false);
        looks.set(row.attributes.group, (looks.get(row.attributes.group) ?? new Set()).add(look));
      }
      if (ablation === "event") expect([...looks.values()].every((seen) => seen.size === 1)).toBe(true);
    }
  });

  it("are not the words of the key", () => {
    for (const row of marked) {
      const gold = (row.gold as { spans: [number, number][] }).spans.map(([start, end]) => `${start}-${end}`).join(" ");
      if (gold !== "") expect(row.attributes.event_words).not.toBe(gold);
      expect(parseWords(row.story.text).words.length).toBeGreaterThan(0);
    }
  });

  it("rule a condition out where some items have none", () => {
    const event = [{ ablation: "plain" }, { ablation: "event" }];
    const [first] = marked;
    const bare = { ...rows[0]!, attributes: {} };
    expect(findUnmarked(consistency, event, [first!])).toBeNull();
    expect(findUnmarked(consistency, event, [first!, bare])).toEqual({ levels: { ablation: "event" }, items: 1 });
    expect(findUnmarked(consistency, [{ ablation: "attention" }], [first!, bare])).toBeNull();
  });
});
