import { describe, expect, it } from "vitest";
import { analysisPlanSchema } from "../plan/analysis-plan.ts";
import { chooseClusters } from "./choose-clusters.ts";

const item = (storyId: string, group?: string) => ({
  storyId,
  attributes: { group: group ?? null },
});
const all = analysisPlanSchema.parse({}).clusters;
const partition = (items: Parameters<typeof chooseClusters>[0], kinds: Parameters<typeof chooseClusters>[1] = all) => {
  const clusters = chooseClusters(items, kinds);
  const ids = [...new Set(clusters.map(({ id }) => id))];
  return { kind: clusters[0]?.kind, parts: clusters.map(({ id }) => ids.indexOf(id)) };
};

describe("what items are alike within", () => {
  it("is the story where no item has a source group", () => {
    expect(partition([item("a"), item("a"), item("b")])).toEqual({ kind: "story", parts: [0, 0, 1] });
  });

  it("is the source group where one holds several stories: an original and its erroneous version", () => {
    const items = [item("a", "1"), item("a-wrong", "1"), item("b", "2"), item("b-wrong", "2")];
    expect(partition(items)).toEqual({ kind: "group", parts: [0, 0, 1, 1] });
  });

  it("stays the story where groups lie inside stories, and where every story is a group of its own", () => {
    expect(partition([item("a", "1"), item("a", "2"), item("b", "3")])).toEqual({ kind: "story", parts: [0, 0, 1] });
    expect(partition([item("a", "1"), item("b", "2")])).toEqual({ kind: "story", parts: [0, 1] });
  });

  it("is all that hangs together where stories and groups cross, and an item without a group is its story's", () => {
    const items = [item("a", "1"), item("b", "1"), item("b", "2"), item("c", "2"), item("d")];
    expect(partition(items)).toEqual({ kind: "group", parts: [0, 0, 0, 0, 1] });
  });

  it("follows the plan: without groups the story, without stories the group", () => {
    const items = [item("a", "1"), item("a-wrong", "1"), item("b", "2")];
    expect(partition(items, ["person", "story"])).toEqual({ kind: "story", parts: [0, 1, 2] });
    expect(partition([item("a", "1"), item("a", "2")], ["group"])).toEqual({ kind: "group", parts: [0, 1] });
  });
});
