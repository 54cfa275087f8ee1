import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ReviewPayload } from "@/lib/domain/annotation/review.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
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
import { getItemHistory, getItemHistoryLines } from "../items/item-history.ts";
import { listWorkers } from "../people/list-workers.ts";
import { publishAcceptedItems } from "../publish/publish-accepted.ts";
import { claimNextTask } from "../work/next-task.ts";
import { decideReview } from "./decide-review.ts";
import { claimNextReview } from "./next-review.ts";
import { saveReviewWork } from "./save-review-work.ts";
import { undoReview } from "./undo-review.ts";

withTestDatabase();

const accept = { decision: "accept" as const, reason: "" };

/** A collection of one pair whose erroneous story was refined, and its review. */
async function refinedPair(): Promise<{ collection: MadeCollection; ann: Actor; rev: Actor; review: ReviewPayload }> {
  const collection = await makeCollection({ pairs: 1 });
  const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
  const original = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
  const task = (await giveVerdict(ann, original, "sound")).next as TaskPayload;
  const saved = await saveText(ann, task, withSentence(task.document, "The end."));
  await giveVerdict(ann, task, "refined", saved.revisionId);
  return { collection, ann, rev, review: (await claimNextReview(rev)).review as ReviewPayload };
}

async function acceptances(collection: MadeCollection) {
  const { rows } = await pool().query(
    `SELECT item.external_id, cause, accepted_by_id, reason, revoked_at IS NOT NULL AS is_revoked, item.status::text
     FROM annotation_acceptance AS acceptance JOIN annotation_item AS item ON item.id = acceptance.item_id
     WHERE item.collection_id = $1 ORDER BY acceptance.at`,
    [collection.id],
  );
  return rows;
}

describe("an acceptance", () => {
  it("is an event with who, when and why, by a rule or by a reviewer", async () => {
    const { collection, rev, review } = await refinedPair();
    await decideReview(rev, review.taskId, accept);
    expect(await acceptances(collection)).toMatchObject([
      { external_id: "story_1", cause: "untouched", accepted_by_id: null, reason: expect.stringMatching(/sound/) },
      { external_id: "erroneous_story_1", cause: "review", accepted_by_id: rev.userId, is_revoked: false },
    ]);
    const trail = await getItemHistory(collection.researcher, review.item.id);
    expect(trail.map(({ sentence }) => sentence)).toContain(`It was accepted by ${rev.name}.`);
    const saved = trail.find(({ change }) => change !== null);
    expect(saved?.change?.after.story).toBe(`${saved?.change?.before.story} The end.`);
    const { externalId, text } = await getItemHistoryLines(collection.researcher, review.item.id);
    const told = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(externalId).toBe("erroneous_story_1");
    expect(told.filter(({ event }) => !/time$/u.test(event))).toHaveLength(trail.length);
    expect(told.find(({ event }) => event === "accepted")).toMatchObject({ cause: "review", person: "person-2" });
    expect(text).not.toContain(rev.name);
  });
});

describe("a decision that is undone", () => {
  it.each(["accept", "change", "return"] as const)("brings the item back as it was handed in: %s", async (decision) => {
    const { collection, ann, rev, review } = await refinedPair();
    await pool().query(
      "UPDATE annotation_item SET flags = '{sibling-changed}', genre = 'as described', knowledge_type = 'as known' WHERE id = $1",
      [review.item.id],
    );
    const described = async () => {
      const { rows } = await pool().query("SELECT flags, genre, knowledge_type FROM annotation_item WHERE id = $1", [
        review.item.id,
      ]);
      return rows[0];
    };
    const before = await described();
    const document = withSentence(review.submissions[0]?.document as never, "Night fell.");
    const change = { document, revisionId: randomUUID() };
    const reason = decision === "accept" ? "" : "Because.";
    await decideReview(rev, review.taskId, { decision, reason, ...(decision === "change" ? change : {}) });
    await expect(undoReview(ann, review.taskId)).rejects.toMatchObject({ code: "not-found" });
    await expect(undoReview(await collection.reviewer(), review.taskId)).rejects.toMatchObject({ code: "not-found" });
    if (decision !== "return") expect(await described()).not.toEqual(before);
    expect(await undoReview(rev, review.taskId)).toEqual({ ok: true });
    expect(await described()).toEqual(before);
    expect((await acceptances(collection)).filter((one) => one.external_id !== "story_1" && !one.is_revoked)).toEqual(
      [],
    );
    const again = (await claimNextReview(rev)).review;
    expect(again).toMatchObject({ taskId: review.taskId, item: { id: review.item.id } });
    expect(again?.submissions).toEqual(review.submissions);
    // The opposite decision now; the undone decision does not count, and does not cause another review.
    expect(await decideReview(rev, review.taskId, accept)).toEqual({ ok: true, itemStatus: "accepted" });
    const { rows } = await pool().query(
      `SELECT decision, EXISTS (SELECT FROM annotation_review_undo WHERE review_id = review.id) AS is_undone
       FROM annotation_review AS review WHERE item_id = $1 ORDER BY saved_at`,
      [review.item.id],
    );
    expect(rows).toEqual([
      { decision, is_undone: true },
      { decision: "accept", is_undone: false },
    ]);
  });

  it("is refused once it was published, or the annotator has taken the returned copy up", async () => {
    const published = await refinedPair();
    await decideReview(published.rev, published.review.taskId, accept);
    await publishAcceptedItems(published.collection.researcher, published.collection.id);
    await expect(undoReview(published.rev, published.review.taskId)).rejects.toMatchObject({ code: "conflict" });
    const { ann, rev, review, collection } = await refinedPair();
    const again = { decision: "return" as const, reason: "Again." };
    await decideReview(rev, review.taskId, again);
    await claimNextTask(ann, { collectionId: collection.id });
    // A decision that arrives twice gets the result of that decision, not the item's current status.
    expect(await decideReview(rev, review.taskId, again)).toEqual({ ok: true, itemStatus: "returned" });
    await expect(undoReview(rev, review.taskId)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a reviewer's work", () => {
  it("keeps the draft on the server until the decision, and the time never beyond the clock", async () => {
    const { collection, rev, review } = await refinedPair();
    const document = withSentence(review.submissions[0]?.document as never, "A draft.");
    const draft = { revisionId: review.submissions[0]?.revisionId ?? null, document, undo: null };
    await pool().query(
      "UPDATE annotation_review_work SET last_beat_at = clock_timestamp() - interval '1 minute' WHERE item_id = $1",
      [review.item.id],
    );
    const { leaseEndsAt } = await saveReviewWork(rev, review.taskId, { activeMs: 45_000, idleMs: 0, draft });
    expect(Date.parse(leaseEndsAt as string)).toBeGreaterThan(Date.parse(review.leaseEndsAt) - 1);
    await saveReviewWork(rev, review.taskId, { activeMs: 3_600_000, idleMs: 0 });
    expect((await claimNextReview(rev)).review?.draft).toEqual({ taskId: review.taskId, ...draft });
    const [worker] = (await listWorkers(collection.researcher, collection.id)).filter(
      (one) => one.userId === rev.userId,
    );
    expect(worker?.reviewMs).toBeGreaterThanOrEqual(45_000);
    expect(worker?.reviewMs).toBeLessThan(60_000);
    const other = await collection.reviewer();
    await expect(saveReviewWork(other, review.taskId, { activeMs: 1, idleMs: 0 })).rejects.toMatchObject({
      code: "conflict",
    });
    await decideReview(rev, review.taskId, accept);
    // The last heartbeat arrives after the decision, and its text is not stored as a draft.
    expect(await saveReviewWork(rev, review.taskId, { activeMs: 1, idleMs: 0, draft })).toEqual({ leaseEndsAt: null });
    const { rows } = await pool().query("SELECT draft FROM annotation_review_work WHERE item_id = $1", [
      review.item.id,
    ]);
    expect(rows).toEqual([{ draft: null }]);
  });

  it("is counted by reason codes", async () => {
    const { rev, review } = await refinedPair();
    await decideReview(rev, review.taskId, { decision: "return", reason: "A typo.", codes: ["language"] });
    const { rows } = await pool().query("SELECT codes FROM annotation_review WHERE item_id = $1", [review.item.id]);
    expect(rows).toEqual([{ codes: ["language"] }]);
  });
});
