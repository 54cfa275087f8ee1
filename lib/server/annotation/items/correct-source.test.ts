import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { storySource } from "@/lib/domain/stories/items/story-source.ts";
import { makeCollection, makePairs } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { openCollectionExport } from "../export/export-collection.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { correctSource } from "./correct-source.ts";
import { getItem } from "./get-item.ts";
import { getItemHistory } from "./item-history.ts";

withTestDatabase();

const stated = { title: "The Harbour", author: "", address: "https://example.org/harbour", licence: "CC BY 4.0" };
const known = { title: stated.title, address: stated.address, licence: stated.licence };

describe("a source that is corrected", () => {
  it("holds for all items of the source, in every file that leaves, and what was stated before stays on record", async () => {
    const items = makePairs(2).map((item) => ({ ...item, extra: { author: "Somebody else", licence: "unknown" } }));
    const collection = await makeCollection({ items });
    const { researcher, id } = collection;
    const listed = (await listItems(researcher, id, itemListQuery.parse({}))).items;
    const itemId = (name: string) => listed.find(({ externalId }) => externalId === name)?.id as string;
    const sourceOf = async (name: string) => storySource((await getItem(researcher, itemId(name))).imported);
    await expect(correctSource(await collection.annotator(), itemId("story_1"), stated)).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await sourceOf("story_1")).toEqual({ author: "Somebody else", licence: "unknown" });

    expect(await correctSource(researcher, itemId("erroneous_story_1"), stated)).toEqual({ items: 2 });
    await expect(correctSource(researcher, itemId("story_1"), stated)).rejects.toMatchObject({ code: "conflict" });
    for (const name of ["story_1", "erroneous_story_1"]) expect(await sourceOf(name)).toEqual(known);
    expect(await sourceOf("story_2")).toEqual({ author: "Somebody else", licence: "unknown" });

    const exported = async (format: "jsonl" | "csv" | "zip" | "hf") =>
      (await buffer((await openCollectionExport(researcher, id, { format, which: "all" })).stream)).toString();
    const lines = (await exported("jsonl")).trim().split("\n");
    expect(lines.map((line) => storySource({ extra: {}, ...JSON.parse(line) }).title)).toEqual([
      ...[stated.title, stated.title],
      ...[undefined, undefined],
    ]);
    expect((await exported("csv")).match(/The Harbour/gu)).toHaveLength(2);
    expect(await exported("zip")).toContain("sources.jsonl");

    expect(await correctSource(researcher, itemId("story_1"), { ...stated, licence: " MIT " })).toEqual({ items: 2 });
    expect(await sourceOf("erroneous_story_1")).toEqual({ ...known, licence: "MIT" });
    const trail = await getItemHistory(researcher, itemId("erroneous_story_1"));
    const told = trail.filter(({ sentence }) => sentence.includes("corrected the source of its story"));
    expect(told.map(({ raw }) => raw[0]?.details.after)).toMatchObject([{ licence: "CC BY 4.0" }, { licence: "MIT" }]);
  });
});
