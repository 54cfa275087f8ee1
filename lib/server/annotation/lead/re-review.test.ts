import { expect, it } from "vitest";
import {
  giveVerdict,
  type MadeCollection,
  makeCollection,
  saveText,
  withSentence,
} from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { getCollectionFigures } from "../figures/get-collection-figures.ts";
import { getReasons } from "../figures/get-reasons.ts";
import { getPeople } from "../people/get-people.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { claimNextTask } from "../work/next-task.ts";
import { reopenTask } from "../work/reopen-task.ts";
import { itemListQuery, listItems } from "./list-items.ts";
import { listReReviews } from "./list-re-reviews.ts";
import { previewReReview, startReReview, undoReReview } from "./re-review.ts";

withTestDatabase();

/** Three pairs, all judged by one annotator: originals are refined and reviewed, erroneous stories accepted untouched. */
async function decided(): Promise<MadeCollection & { ann: Actor; rev: Actor }> {
  const collection = await makeCollection({ pairs: 3 });
  const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
  for (let { task } = await claimNextTask(ann, { collectionId: collection.id }); task; ) {
    if (task.task.kind !== "original") task = (await giveVerdict(ann, task, "sound")).next;
    else {
      const { revisionId } = await saveText(ann, task, withSentence(task.document, "More."));
      task = (await giveVerdict(ann, task, "refined", revisionId, ["language"])).next;
    }
  }
  for (let { review } = await claimNextReview(rev); review; { review } = await claimNextReview(rev))
    await decideReview(rev, review.taskId, { decision: "accept", reason: "" });
  return { ...collection, ann, rev };
}

async function itemsOf(collection: MadeCollection) {
  const { rows } = await pool().query(
    `SELECT item.external_id, item.status::text, accepted_task_id, accepted_revision_id, accepted_at, review_started_at,
       array_agg(task.state::text ORDER BY task.copy) AS tasks,
       (SELECT json_agg(json_build_array(cause, reason, revision_id)) FROM annotation_acceptance
        WHERE item_id = item.id AND revoked_at IS NULL) AS acceptance
     FROM annotation_item AS item JOIN annotation_task AS task ON task.item_id = item.id
     WHERE item.collection_id = $1 GROUP BY item.id ORDER BY item.external_id`,
    [collection.id],
  );
  return rows;
}

const figuresOf = async ({ researcher, id }: MadeCollection) => ({
  numbers: await getCollectionFigures(researcher, id),
  reasons: await getReasons(researcher, id),
  people: (await getPeople(researcher, id, new Date(0))).people,
});

it("chooses decided items by kind, reason, person and sample, the same in preview and start", async () => {
  const { researcher, id, ann, rev } = await decided();
  const count = async (choice: Parameters<typeof previewReReview>[2]) => {
    const { fitting, items } = await previewReReview(researcher, id, choice);
    return [fitting, items];
  };
  expect(await count({ seed: "" })).toEqual([6, 6]);
  expect(await count({ seed: "", kind: "error" })).toEqual([3, 3]);
  expect(await count({ seed: "", code: "language" })).toEqual([3, 3]);
  expect(await count({ seed: "", personId: ann.userId as string })).toEqual([6, 6]);
  expect(await count({ seed: "", personId: rev.userId as string })).toEqual([3, 3]);
  const sample = { seed: "a", sample: 2 };
  const { listed } = await previewReReview(researcher, id, sample);
  expect(await count(sample)).toEqual([6, 2]);
  await expect(previewReReview(ann, id, sample)).rejects.toMatchObject({ code: "not-found" });
  await expect(startReReview(researcher, id, { choice: sample, reason: "Check.", expected: 3 })).rejects.toMatchObject({
    code: "conflict",
    field: "selection",
  });
  await startReReview(researcher, id, { choice: sample, reason: "Check.", expected: 2 });
  const { review } = await claimNextReview(rev);
  expect(listed.map(({ externalId }) => externalId)).toContain(review?.item.externalId);
});

it("keeps every figure while items are reviewed again, and reports what came of it", async () => {
  const collection = await decided();
  const { researcher, id, rev, ann } = collection;
  const before = await figuresOf(collection);
  await startReReview(researcher, id, { choice: { seed: "", kind: "error" }, reason: "A rule changed.", expected: 3 });
  const { rows } = await pool().query(
    "SELECT task.id FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id WHERE task.collection_id = $1 AND kind = 'error' LIMIT 1",
    [id],
  );
  await expect(reopenTask(ann, rows[0].id)).rejects.toMatchObject({ code: "conflict" });
  const decisions = ["accept", "return"] as const;
  for (const decision of decisions) {
    const { review } = await claimNextReview(rev);
    await decideReview(rev, review?.taskId as string, {
      decision,
      reason: decision === "return" ? "Once more." : "",
      codes: decision === "return" ? ["marks"] : [],
    });
  }
  expect(await figuresOf(collection)).toEqual(before);
  const [report] = await listReReviews(researcher, id);
  expect(report).toMatchObject({
    ...{ items: 3, accepted: 1, changed: 0, returned: 1, waiting: 1, reason: "A rule changed.", undoneAt: null },
    wanting: { k: 1, n: 2 },
  });
  const behind = async (decision?: "accept" | "change" | "return" | "waiting") => {
    const query = itemListQuery.parse({ figure: "re-review", reReview: report?.id, ...(decision ? { decision } : {}) });
    return (await listItems(researcher, id, query)).items.length;
  };
  expect([await behind(), await behind("accept"), await behind("change"), await behind("waiting")]).toEqual([
    3, 1, 0, 1,
  ]);
  // A returned item comes back to review after its annotator submits it, although nothing was changed.
  const { task } = await claimNextTask(ann, { collectionId: id });
  await giveVerdict(ann, task as NonNullable<typeof task>, "sound");
  expect((await claimNextReview(rev)).counts.waiting).toBe(2);
});

it("takes undecided items back to exactly what they were", async () => {
  const collection = await decided();
  const { researcher, id, rev, ann } = collection;
  const before = await itemsOf(collection);
  const started = await startReReview(researcher, id, { choice: { seed: "" }, reason: "Check.", expected: 6 });
  expect((await itemsOf(collection)).map(({ status, acceptance }) => [status, acceptance])).toEqual(
    before.map(() => ["submitted", null]),
  );
  await expect(undoReReview(ann, id, started.id)).rejects.toMatchObject({ code: "not-found" });
  expect(await undoReReview(researcher, id, started.id)).toEqual({ restored: 6, kept: 0 });
  expect(await itemsOf(collection)).toEqual(before);
  const again = await startReReview(researcher, id, { choice: { seed: "" }, reason: "Check.", expected: 6 });
  const { review } = await claimNextReview(rev);
  await decideReview(rev, review?.taskId as string, { decision: "accept", reason: "" });
  await claimNextReview(rev);
  // One is decided and one is on a reviewer's screen.
  expect(await undoReReview(researcher, id, again.id)).toEqual({ restored: 4, kept: 2 });
});
