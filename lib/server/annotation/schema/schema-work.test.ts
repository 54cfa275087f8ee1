import { expect, it } from "vitest";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { entities } from "@/lib/domain/tasks/templates/span-tasks.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { updateCollection } from "../collections/update-collection.ts";
import { acceptTogether } from "../items/accept-together.ts";
import { startReSolve } from "../re-solve/start-re-solve.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";

withTestDatabase();

const rows = [
  { id: "a", fields: { text: "The soup was cold." }, metadata: { source: "diner" } },
  {
    id: "b",
    fields: { text: "What a day!" },
    suggestions: [{ model: "tagger", score: 0.4, answer: { sentiment: "positive" } }],
  },
];
const code = (wanted: string) => expect.objectContaining({ code: wanted });

async function itemOf(collectionId: string, externalId: string) {
  const { rows: found } = await pool().query(
    `SELECT item.status::text, text.current_document->'answer' AS answer, acceptance.cause, acceptance.reason
     FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id
     LEFT JOIN annotation_acceptance AS acceptance ON acceptance.item_id = item.id AND acceptance.revoked_at IS NULL
     WHERE item.collection_id = $1 AND item.external_id = $2`,
    [collectionId, externalId],
  );
  return found[0];
}

async function answerAll(actor: Actor, collection: { id: string }, answers: readonly string[]): Promise<void> {
  for (const sentimentOf of answers)
    await giveAnswers(actor, await schemaTaskOf(actor, collection), { sentiment: sentimentOf });
}

it("accepts equal answers of two people and sends different ones to review, blind to suggestions that are hidden", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows, { overlap: 2 }, 0);
  const [ann, bea] = [await collection.annotator(), await collection.annotator()];
  const first = await schemaTaskOf(ann, collection);
  expect(first.schema).toMatchObject({ version: 1, fields: { text: "The soup was cold." }, suggestion: null });
  expect(JSON.stringify(first)).not.toContain("tagger");
  await answerAll(ann, collection, ["negative", "positive"]);
  await answerAll(bea, collection, ["negative", "neutral"]);
  expect(await itemOf(collection.id, "a")).toEqual({
    status: "accepted",
    answer: { sentiment: "negative" },
    cause: "untouched",
    reason: "All annotators gave the same answers, and the item was not in the random sample for review.",
  });
  expect(await itemOf(collection.id, "b")).toMatchObject({ status: "submitted" });

  const eve = await collection.reviewer();
  const { review } = await claimNextReview(eve, { collectionId: collection.id });
  expect(review?.schema).toMatchObject({ fields: { text: "What a day!" } });
  const chosen = review?.submissions.find(({ document }) => JSON.stringify(document).includes("neutral"));
  const revisionId = crypto.randomUUID();
  const change = { decision: "change" as const, reason: "Both are wrong.", revisionId };
  await expect(
    decideReview(eve, chosen?.taskId ?? "", {
      ...change,
      document: { kind: "schema", version: 1, answer: { sentiment: "joy" } },
    }),
  ).rejects.toEqual(code("invalid"));
  await decideReview(eve, chosen?.taskId ?? "", {
    ...change,
    document: { kind: "schema", version: 1, answer: { sentiment: "negative" } },
  });
  expect(await itemOf(collection.id, "b")).toMatchObject({ status: "accepted", answer: { sentiment: "negative" } });
});

it("refuses incomplete answers and a story's verdict, and takes an unusable item with a reason", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows.slice(0, 1));
  const ann = await collection.annotator();
  const task = await schemaTaskOf(ann, collection);
  await expect(giveAnswers(ann, task, {})).rejects.toEqual(code("invalid"));
  const again = await schemaTaskOf(ann, collection);
  await giveAnswers(ann, again, { sentiment: "negative" });
  expect(await itemOf(collection.id, "a")).toMatchObject({ status: "accepted" });
});

it("gives a suggestion that is shown as the answers to begin with", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows.slice(1));
  const task = await schemaTaskOf(await collection.annotator(), collection);
  expect(task.document.answer).toEqual({ sentiment: "positive" });
  expect(task.schema?.suggestion).toEqual({ model: "tagger", score: 0.4 });
});

it("takes spans at the same place for equal, whatever their ids", async () => {
  const text = "Anna met Boris in Vienna.";
  const collection = await makeSchemaCollection(entities.document, [{ id: "n", fields: { text } }], { overlap: 2 });
  const field = collection.schema.answer.find(({ type }) => type === "spans");
  const label = field?.type === "spans" ? field.labels[0]?.value : undefined;
  const spansOf = (ids: readonly string[]) => ({
    [field?.name ?? ""]: [
      { id: ids[0] ?? "", start: 0, end: 4, ...(label ? { label } : {}) },
      { id: ids[1] ?? "", start: 9, end: 14, ...(label ? { label } : {}) },
    ],
  });
  for (const ids of [
    ["x", "y"],
    ["1", "2"],
  ]) {
    const actor = await collection.annotator();
    await giveAnswers(actor, await schemaTaskOf(actor, collection), spansOf(ids));
  }
  expect(await itemOf(collection.id, "n")).toMatchObject({ status: "accepted" });
});

it("refuses what applies to stories: acceptance without review and the blind re-solve", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows);
  const { researcher: lead, id } = collection;
  const refused = { code: "conflict", message: expect.stringContaining("applies to stories") };
  await expect(acceptTogether(await collection.reviewer(), id, null, "A release.")).rejects.toMatchObject(refused);
  await expect(startReSolve(lead, id, { kind: "consistency" })).rejects.toMatchObject(refused);
  const change = { settings: { requiresReSolve: true } };
  await expect(updateCollection(lead, id, change)).rejects.toMatchObject({ field: "requiresReSolve" });
});
