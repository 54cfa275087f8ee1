import { expect, it } from "vitest";
import { formatItemRow } from "@/lib/domain/interchange/format-item-row.ts";
import { renderStimulus } from "@/lib/domain/items/stimulus.ts";
import { imageQuestion, sentiment, topics } from "@/lib/domain/tasks/templates/classification.ts";
import { ranking } from "@/lib/domain/tasks/templates/comparison.ts";
import { entities } from "@/lib/domain/tasks/templates/span-tasks.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../items/import-items.ts";
import { readBenchmarkItems } from "../items/read-items.ts";
import { saveTaskSchema } from "../items/tasks/save-task-schema.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { readStudyItems } from "../studies/study-items.ts";

withTestDatabase();

const templates = { sentiment, topics, entities, ranking };

function studyOfTasks(names: readonly (keyof typeof templates)[]): Promise<MadeStudy> {
  return makeStudy({
    schemas: Object.fromEntries(names.map((name) => [name, templates[name].document])),
    lines: (async function* () {
      for (const name of names) yield JSON.stringify({ id: name, schema: name, ...templates[name].example });
    })(),
    design: {
      strata: [{ key: "all", label: "Everybody", criteria: {} }],
      openStratum: false,
      factors: [],
      perStratumItem: 2,
      itemsPerSession: names.length,
    },
    protocol: (protocol) => ({
      ...protocol,
      steps: protocol.steps
        .filter((step) => step.kind === "items")
        .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
    }),
  });
}

const posts: Record<string, Record<string, string | string[]>> = {
  sentiment: { "task.sentiment": "0" },
  topics: { "task.topics": ["0", "3"] },
  entities: { "task.entities": "", "task.entities.marks": "0:0-9:0\n0:22-24:1" },
  ranking: { "task.order.0": "1", "task.order.1": "3", "task.order.2": "2" },
};

it("asks tasks of several schemas in one session by plain forms, and stores each answer with its fingerprints", async () => {
  const names = ["sentiment", "topics", "entities", "ranking"] as const;
  const study = await studyOfTasks(names);
  const walker = await startWalker(study);
  await walker.post(0, { consent: "yes" });
  const order = await pool().query(
    `SELECT item.external_id AS name FROM session JOIN placement ON placement.slot_id = session.slot_id
     JOIN item_version AS item ON item.id = placement.item_version_id WHERE session.study_id = $1 ORDER BY placement.position`,
    [study.id],
  );
  for (const [position, { name }] of order.rows.entries())
    expect(await walker.post(1 + position, posts[name] as Record<string, string>), name).toMatchObject({
      status: "advanced",
    });
  const { rows } = await pool().query(
    `SELECT item.external_id AS name, answer, answer_key, content_fingerprint FROM response
     JOIN item_version AS item ON item.id = item_version_id WHERE study_id = $1`,
    [study.id],
  );
  const stored = Object.fromEntries(rows.map((row) => [row.name, row]));
  expect(stored.sentiment).toMatchObject({
    answer: { choice: "positive", fields: { sentiment: "positive" } },
    answer_key: "positive",
  });
  expect(stored.topics.answer).toEqual({ fields: { topics: ["politics", "sport"] } });
  expect(stored.entities.answer).toEqual({
    fields: {
      entities: [
        { id: "1", start: 0, end: 9, label: "PER" },
        { id: "2", start: 21, end: 26, label: "LOC" },
      ],
    },
  });
  expect(stored.ranking.answer).toEqual({ fields: { order: ["option-0", "option-2", "option-1"] } });
  for (const { externalId, item } of await readStudyItems(study.id)) {
    const shown = renderStimulus(item, {}, { layout: "one-screen" });
    expect(stored[externalId].content_fingerprint, externalId).toBe(shown.contentFingerprint);
  }
});

it("refuses an answer with the field and the remedy, and unknown fields", async () => {
  const study = await studyOfTasks(["sentiment"]);
  const walker = await startWalker(study);
  await walker.post(0, { consent: "yes" });
  expect(await walker.post(1, {})).toMatchObject({ status: "invalid", problems: [{ field: "task.sentiment" }] });
  expect(await walker.post(1, { "task.sentiment": "9" })).toMatchObject({
    problems: [{ field: "task.sentiment", message: expect.stringContaining("Choose one of the options") }],
  });
  expect(await walker.post(1, { "task.sentiment": "0", "task.other": "1" })).toMatchObject({ status: "invalid" });
  expect(await walker.post(1, { "task.sentiment": "0" })).toMatchObject({ status: "advanced" });
});

it("keeps the version of a schema with its items, and gives an item file back as it was", async () => {
  const study = await studyOfTasks(["sentiment", "topics"]);
  const exported = async () =>
    withSnapshot(async (client) => {
      const lines: string[] = [];
      for await (const { row } of readBenchmarkItems(client, study.benchmarkId)) lines.push(formatItemRow(row));
      return lines;
    });
  const lines = await exported();
  const again = (text: readonly string[]) =>
    importItems({
      projectId: study.projectId,
      benchmarkName: `Benchmark of ${study.slug}`,
      fileName: "again.jsonl",
      actorId: null,
      lines: (async function* () {
        yield* text;
      })(),
    });
  expect(await again(lines)).toMatchObject({ rows: 2, unchanged: 2, rejected: 0 });
  const changed = { ...sentiment.document, title: "Mood" };
  const saved = await saveTaskSchema(installation, {
    projectId: study.projectId,
    slug: "sentiment",
    document: changed,
  });
  expect(saved).toMatchObject({ version: 2, isNew: true });
  expect(
    await saveTaskSchema(installation, { projectId: study.projectId, slug: "sentiment", document: changed }),
  ).toMatchObject({ version: 2, isNew: false });
  // The export names the version, so the items stay as they are.
  expect(await exported()).toEqual(lines);
  expect(await again(lines)).toMatchObject({ unchanged: 2 });
});

it("rejects rows whose schema, fields or keys do not fit, with line, field and reason", async () => {
  const study = await studyOfTasks(["sentiment"]);
  const rows = [
    { id: "1", schema: "unknown", fields: { text: "a" } },
    { id: "2", schema: "sentiment", fields: {} },
    { id: "3", schema: "sentiment", fields: { text: "a", other: 1 } },
    { id: "4", schema: "sentiment", fields: { text: "a" }, gold: { sentiment: "angry" } },
    { id: "5", schema: "sentiment", schemaVersion: 7, fields: { text: "a" } },
    { id: "6", schema: "sentiment", fields: { text: "a" }, gold: { sentiment: "neutral" } },
    { id: "7", kind: "task", fields: { text: "a" } },
  ];
  const report = await importItems({
    projectId: study.projectId,
    benchmarkName: "Bad",
    fileName: "bad.jsonl",
    actorId: null,
    lines: (async function* () {
      for (const row of rows) yield JSON.stringify(row);
    })(),
  });
  expect(report).toMatchObject({ rows: 7, inserted: 1, rejected: 6 });
  expect(new Map(report.rejections.map(({ line, field }) => [line, field]))).toEqual(
    new Map([
      [1, "schema"],
      [2, "fields.text"],
      [3, "fields.other"],
      [4, "gold.sentiment"],
      [5, "schemaVersion"],
      [7, "schema"],
    ]),
  );
});

it("rejects an item whose file the project does not have", async () => {
  const study = await studyOfTasks(["sentiment"]);
  const { projectId } = study;
  await saveTaskSchema(installation, { projectId, slug: "image", document: imageQuestion.document });
  const image = { sha256: "a".repeat(64), type: "image/png", alt: "A harbour." };
  const report = await importItems({
    projectId,
    benchmarkName: "Images",
    fileName: "images.jsonl",
    actorId: null,
    lines: (async function* () {
      yield JSON.stringify({ id: "1", schema: "image", fields: { ...imageQuestion.example.fields, image } });
    })(),
  });
  expect(report.rejections).toMatchObject([{ line: 1, field: "fields.image" }]);
});

it("never changes a stored version", async () => {
  await studyOfTasks(["sentiment"]);
  await expect(withTx((client) => client.query("UPDATE task_schema_version SET document = '{}'"))).rejects.toThrow(
    "append-only",
  );
});
