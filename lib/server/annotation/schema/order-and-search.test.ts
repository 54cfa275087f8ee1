import { expect, it } from "vitest";
import { entities } from "@/lib/domain/tasks/templates/span-tasks.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { listItems } from "../lead/list-items.ts";
import { reorderItems } from "./reorder-items.ts";

withTestDatabase();

it("puts the items that differ most first, without the ids of spans, and finds words in texts and metadata", async () => {
  const collection = await makeSchemaCollection(
    entities.document,
    [
      { id: "a", fields: { text: "Anna sleeps." }, metadata: { source: "diary" } },
      { id: "b", fields: { text: "Boris sleeps." } },
    ],
    { overlap: 3 },
  );
  const field = collection.schema.answer[0]?.name ?? "";
  for (const person of [1, 2]) {
    const actor = await collection.annotator();
    for (let left = 2; left > 0; left -= 1) {
      const task = await schemaTaskOf(actor, collection);
      const label = task.item.externalId === "b" && person === 2 ? "LOC" : "PER";
      await giveAnswers(actor, task, { [field]: [{ id: `of-${person}`, start: 0, end: 4, label }] });
    }
  }
  await reorderItems(collection.researcher, collection.id, "disagreement");
  const third = await schemaTaskOf(await collection.annotator(), collection);
  expect(third.item.externalId).toBe("b");
  const named = async (words: string) =>
    (await listItems(collection.researcher, collection.id, { words, after: 0 })).items.map(
      ({ externalId }) => externalId,
    );
  expect(await named("sleeps")).toEqual(["a", "b"]);
  expect(await named("Boris")).toEqual(["b"]);
  expect(await named("diary")).toEqual(["a"]);
  // Names of properties are no content.
  for (const name of ["text", "metadata", "source", "schema"]) expect([name, await named(name)]).toEqual([name, []]);
});
