import { expect, it } from "vitest";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../../items/import-items.ts";
import { saveTaskSchema } from "../../items/tasks/save-task-schema.ts";
import { pool } from "../../platform/database/pool.ts";
import { deleteCollection } from "../collections/delete-collection.ts";
import { getCollection } from "../collections/list-collections.ts";
import { reopenTask } from "../work/reopen-task.ts";
import { loadFreshAnswers } from "./answer-result.ts";
import { changeSchema, previewSchema } from "./change-schema.ts";

withTestDatabase();

const rows = [{ id: "a", fields: { text: "The soup was cold." } }];

it("makes an earlier document the newest version again, in the project's one list of task schemas", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows);
  const { researcher, id, projectId, schema } = collection;
  const other = { ...schema, title: "Tone" };
  expect((await changeSchema(researcher, id, other)).version).toBe(2);
  expect((await changeSchema(researcher, id, schema)).version).toBe(3);
  await expect(changeSchema(researcher, id, schema)).rejects.toMatchObject({ code: "conflict" });
  const { schema: asked } = await schemaTaskOf(await collection.annotator(), collection);
  expect(asked).toMatchObject({ version: 3, schema: { title: schema.title } });
  const { slug, name } = await getCollection(researcher, id);
  const ofProject = { projectId, slug };
  expect(await saveTaskSchema(researcher, { ...ofProject, document: schema })).toMatchObject({
    version: 3,
    isNew: false,
  });
  await expect(saveTaskSchema(researcher, { ...ofProject, document: other })).rejects.toThrow(name);
  await pool().query("DELETE FROM project WHERE id = $1", [projectId]);
  expect((await pool().query("SELECT FROM task_schema WHERE project_id = $1", [projectId])).rowCount).toBe(0);
});

it("counts all answers that are incompatible with a changed task, also corrected ones, and lists the first", async () => {
  const items = Array.from({ length: 52 }, (_, index) => ({ id: `${index}`, fields: { text: `Text ${index}.` } }));
  const collection = await makeSchemaCollection(sentiment.document, items, { overlap: 2 });
  const { researcher, id, schema } = collection;
  const annotator = await collection.annotator();
  const first = await schemaTaskOf(annotator, collection);
  await giveAnswers(annotator, first, { sentiment: "positive" });
  const reopened = await reopenTask(annotator, first.task.id);
  await giveAnswers(annotator, reopened.task as never, { sentiment: "negative" });
  for (const _ of items.slice(1))
    await giveAnswers(annotator, await schemaTaskOf(annotator, collection), { sentiment: "negative" });
  const [field] = schema.answer as unknown as [{ options: { value: string }[] }];
  const options = field.options.filter(({ value }) => value !== "negative");
  const changed = { ...schema, answer: [{ ...field, options }] } as unknown as typeof schema;
  const { answers, incompatible, listed } = await previewSchema(researcher, id, changed);
  expect({ answers, incompatible, listed: listed.length }).toEqual({ answers: 53, incompatible: 52, listed: 50 });
});

it("is deleted with its collection, with the comparison of the answers", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows);
  const { researcher, id, projectId } = collection;
  const annotator = await collection.annotator();
  await giveAnswers(annotator, await schemaTaskOf(annotator, collection), { sentiment: "negative" });
  expect((await loadFreshAnswers(researcher, id)).fields).toHaveLength(1);
  await deleteCollection(researcher, id, (await getCollection(researcher, id)).name);
  const { rows: left } = await pool().query(
    `SELECT (SELECT count(*)::int FROM stored_result WHERE subject = $1) AS results,
       (SELECT count(*)::int FROM task_schema WHERE project_id = $2) AS schemas`,
    [id, projectId],
  );
  expect(left).toEqual([{ results: 0, schemas: 0 }]);
});

it("stays for the items of a benchmark that name it", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows);
  const { researcher, id, projectId } = collection;
  const { name, slug } = await getCollection(researcher, id);
  const report = await importItems({
    ...{ projectId, benchmarkName: "Crowd", fileName: "crowd.jsonl", actorId: null },
    lines: (async function* () {
      yield JSON.stringify({ id: "1", kind: "task", schema: slug, fields: { text: "The soup was cold." } });
    })(),
  });
  expect(report).toMatchObject({ inserted: 1, rejected: 0 });
  await deleteCollection(researcher, id, name);
  const { rows: left } = await pool().query(
    "SELECT item_task(task_schema_version_id, task_fields) AS task FROM item_version WHERE benchmark_id = $1",
    [report.benchmarkId],
  );
  expect(left).toMatchObject([
    { task: { schema: { title: collection.schema.title }, fields: { text: "The soup was cold." } } },
  ]);
});
