import { describe, expect, it } from "vitest";
import type { KsteItem } from "../../stories/items/kste-item.ts";
import { DatasetCounts, renderDatasetCard } from "./dataset-card.ts";

const original = (id: string, story: string, genre = "kids"): KsteItem => ({
  ...{ id, kind: "original", genre, story, sourceId: null, provenance: null, extra: {} },
});

describe("a dataset card", () => {
  const counts = new DatasetCounts();
  for (const [index, story] of ["One two three.", "One two three four five."].entries())
    counts.add(original(`s${index}`, story));
  counts.add({ ...original("e1", "One two.", "a | b"), kind: "error" } as KsteItem);
  const card = renderDatasetCard(counts, { name: "My: set", guidelines: 2, canary: "canary-1" });

  it("names its files in the head and has the tables of the paper", () => {
    expect(card).toContain('pretty_name: "My: set"');
    expect(card).toContain(
      "- config_name: ikd_original\n  data_files:\n  - split: test\n    path: data/ikd_original.jsonl",
    );
    expect(card).not.toContain("config_name: knp");
    expect(card).toContain("| IKD, classification | 3 | 3.3 | 0.50 | 0.67 |");
    expect(card).toContain("| KNP | 0 | – | 0.50 | – |");
    expect(card).toContain("| a b | 0 | 1 | 0 |");
    expect(card).toContain("version 2");
    expect(card).toContain("canary-1");
  });

  it("says nothing about guidelines, a canary or files that are not there", () => {
    const empty = renderDatasetCard(new DatasetCounts(), { name: "Empty", guidelines: null, canary: null });
    expect(empty).not.toMatch(/GUIDELINES|Canary|configs/u);
  });
});
