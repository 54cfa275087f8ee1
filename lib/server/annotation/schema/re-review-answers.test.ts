import { expect, it } from "vitest";
import { newReReviewChoice } from "@/lib/domain/annotation/re-review.ts";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { listReReviews } from "../lead/list-re-reviews.ts";
import { previewReReview, startReReview, undoReReview } from "../lead/re-review.ts";
import { listMetadataNames } from "../lead/select-answered.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { loadFreshAnswers } from "./answer-result.ts";
import { getSchemaItem } from "./get-schema-item.ts";

withTestDatabase();

const tones = ["positive", "neutral", "negative", "negative"];
const rows = tones.map((tone, index) => ({
  ...{ id: `${index + 1}`, fields: { text: `It was ${tone}.` } },
  ...{ metadata: { source: index < 2 ? "diner" : "hotel", year: 2020 + index } },
}));

/** Four items with equal answers of two people, accepted without a review. */
async function decided() {
  const collection = await makeSchemaCollection(sentiment.document, rows, { overlap: 2 });
  const [ann, ben, rev] = [await collection.annotator(), await collection.annotator(), await collection.reviewer()];
  for (const actor of [ann, ben])
    for (const tone of tones) await giveAnswers(actor, await schemaTaskOf(actor, collection), { sentiment: tone });
  return { id: collection.id, lead: collection.researcher, ann, rev };
}

it("selects decided items by answer, metadata, person and sample, with a preview", async () => {
  const { id, lead, ann, rev } = await decided();
  const found = async (choice: object) => {
    const { fitting, listed } = await previewReReview(lead, id, { seed: "", ...choice });
    return [fitting, ...listed.map(({ externalId }) => externalId).sort()];
  };
  expect(await found({ answer: "sentiment:negative" })).toEqual([2, "3", "4"]);
  expect(await found({ answer: "sentiment:" })).toEqual([4, "1", "2", "3", "4"]);
  expect(await found({ answer: "other:negative" })).toEqual([0]);
  expect(await found({ attribute: "source", value: "diner" })).toEqual([2, "1", "2"]);
  expect(await found({ attribute: "year", value: "2023", answer: "sentiment:negative" })).toEqual([1, "4"]);
  expect(await found({ personId: ann.userId })).toEqual([4, "1", "2", "3", "4"]);
  expect(await found({ personId: rev.userId })).toEqual([0]);
  const sample = await found({ sample: 2, seed: "a" });
  expect([sample[0], sample.length]).toEqual([4, 3]);
  expect(await found({ sample: 2, seed: "a" })).toEqual(sample);
  expect(newReReviewChoice.safeParse({ value: "diner" }).error?.issues).toMatchObject([{ path: ["attribute"] }]);
  expect(await listMetadataNames(lead, id)).toEqual(["source", "year"]);
  await expect(listMetadataNames(ann, id)).rejects.toMatchObject({ code: "not-found" });
});

it("keeps every figure while answers are reviewed again, and takes undecided items back", async () => {
  const { id, lead, rev } = await decided();
  const before = await loadFreshAnswers(lead, id);
  expect(before.fields[0]?.confusion?.counts.flat().filter((n) => n > 0)).toEqual([4, 2, 2]);
  const started = await startReReview(lead, id, {
    ...{ choice: { seed: "", answer: "sentiment:negative" }, reason: "The guideline changed.", expected: 2 },
  });
  expect(await loadFreshAnswers(lead, id)).toEqual(before);
  const { review } = await claimNextReview(rev);
  const revisionId = crypto.randomUUID();
  const document = { kind: "schema" as const, version: 1, answer: { sentiment: "neutral" } };
  const change = { decision: "change" as const, reason: "It is neutral.", revisionId, document };
  await decideReview(rev, review?.taskId as string, change);
  expect((await getSchemaItem(lead, review?.item.id as string)).accepted).toEqual({ sentiment: "neutral" });
  expect(await loadFreshAnswers(lead, id)).toEqual(before);
  expect(await undoReReview(lead, id, started.id)).toEqual({ restored: 1, kept: 1 });
  expect(await loadFreshAnswers(lead, id)).toEqual(before);
  expect(await listReReviews(lead, id)).toMatchObject([
    { choice: { answer: "sentiment:negative" }, changed: 1, waiting: 0, wanting: { k: 1, n: 1 } },
  ]);
});
