import { expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { giveVerdict, makeCollection, saveText, withSentence } from "@/prisma/factories/make-collection.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { listMyWork } from "./list-my-work.ts";
import { claimNextTask } from "./next-task.ts";

withTestDatabase();

it("tells annotators what they did, from their verdicts and reviews, whatever became of the items", async () => {
  const collection = await makeCollection({ pairs: 2, settings: { overlap: 2 } });
  const [ann, ben, rev] = [await collection.annotator(), await collection.annotator(), await collection.reviewer()];
  for (let { task } = await claimNextTask(ann, { collectionId: collection.id }); task; ) {
    const saved =
      task.item.externalId === "story_1" ? await saveText(ann, task, withSentence(task.document, "More.")) : null;
    task = (await giveVerdict(ann, task, saved ? "refined" : "sound", saved?.revisionId ?? null)).next;
  }
  for (let { task } = await claimNextTask(ben, { collectionId: collection.id }); task; )
    task = (await giveVerdict(ben, task as TaskPayload, "sound")).next;
  const { review } = await claimNextReview(rev);
  await decideReview(rev, review?.taskId as string, { decision: "return", reason: "Once more." });
  expect((await listMyWork(ann, {})).hours).toMatchObject([
    { figures: { judged: 4, refined: 1, unusable: 0, returned: 1, reviewed: 1, same: 3, pairs: 4 } },
  ]);
  expect((await listMyWork(ben, {})).hours).toMatchObject([
    { figures: { judged: 4, refined: 0, reviewed: 0, same: 3 } },
  ]);
  expect((await listMyWork(rev, {})).hours).toMatchObject([{ figures: null }]);
});

it("tells annotators how often their answers to a task schema equal those of others, without gold", async () => {
  const collection = await makeSchemaCollection(
    sentiment.document,
    [
      { id: "a", fields: { text: "The soup was cold." } },
      { id: "b", fields: { text: "What a day!" }, gold: { sentiment: "positive" } },
    ],
    { overlap: 2 },
  );
  const [ann, ben] = [await collection.annotator(), await collection.annotator()];
  await giveAnswers(ann, await schemaTaskOf(ann, collection), { sentiment: "negative" });
  await giveAnswers(ben, await schemaTaskOf(ben, collection), { sentiment: "positive" });
  for (const actor of [ann, ben])
    await giveAnswers(actor, await schemaTaskOf(actor, collection), { sentiment: "neutral" });
  const { hours } = await listMyWork(ann, {});
  expect(hours).toMatchObject([{ figures: { judged: 2, same: 1, pairs: 2 } }]);
  expect(JSON.stringify(hours)).not.toContain("gold");
});
