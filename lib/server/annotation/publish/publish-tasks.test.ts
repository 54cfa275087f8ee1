import { text as readText } from "node:stream/consumers";
import { expect, it } from "vitest";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../../items/import-items.ts";
import { pool } from "../../platform/database/pool.ts";
import { getCollection } from "../collections/list-collections.ts";
import { openSchemaExport } from "../schema/export-schema.ts";
import { publishAcceptedItems } from "./publish-accepted.ts";

withTestDatabase();

const rows = [
  { id: "a", group: "menu", fields: { text: "The soup was cold." }, metadata: { source: "diner" } },
  { id: "b", fields: { text: "What a day!" }, gold: { sentiment: ["positive", "neutral"] } },
  { id: "c", fields: { text: "It rained." } },
];

it("publishes annotated task items with their keys, and their export imports as the same items", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows);
  const { researcher: lead, id, projectId } = collection;
  const annotator = await collection.annotator();
  for (const answer of ["negative", "positive", "neutral"])
    await giveAnswers(annotator, await schemaTaskOf(annotator, collection), { sentiment: answer });
  // A text that the task schema refuses.
  await pool().query(`UPDATE annotation_item SET stimulus = jsonb_set(stimulus, '{fields}', '{}')
    WHERE external_id = 'c'`);

  const report = await publishAcceptedItems(lead, id);
  expect(report).toMatchObject({ accepted: 3, inserted: 2, unchanged: 0 });
  expect(report.refused).toEqual([{ id: "c", reason: expect.stringContaining("text") }]);
  const { rows: published } = await pool().query(
    `SELECT version.external_id AS id, version.kind, version.attributes, key.gold,
       item_task(version.task_schema_version_id, version.task_fields)->'fields' AS fields
     FROM item_version AS version JOIN item_key AS key ON key.item_version_id = version.id
     JOIN annotation_item AS item ON item.item_version_id = version.id
     WHERE version.benchmark_id = $1 ORDER BY version.ordinal`,
    [report.benchmarkId],
  );
  expect(published).toEqual([
    {
      ...rows[0],
      group: undefined,
      metadata: undefined,
      kind: "task",
      attributes: expect.anything(),
      gold: expect.anything(),
    },
    { ...rows[1], kind: "task", attributes: {} },
  ]);
  expect(published[0]).toMatchObject({
    gold: { sentiment: "negative" },
    attributes: { group: "menu", source: "diner" },
  });
  expect(await publishAcceptedItems(lead, id)).toMatchObject({ inserted: 0, unchanged: 2 });

  const file = await readText((await openSchemaExport(lead, id, { format: "jsonl" })).stream);
  const imported = await importItems({
    ...{ projectId, benchmarkName: report.benchmarkName, fileName: "items.jsonl", actorId: null },
    lines: (async function* () {
      yield* file.trim().split("\n");
    })(),
  });
  expect(imported).toMatchObject({ inserted: 0, unchanged: 2, rejected: 1 });
  expect((await getCollection(lead, id)).benchmarkId).toBe(report.benchmarkId);
});
