import type { PoolClient } from "pg";
import { describe, expect, it } from "vitest";
import type { CollectionRole } from "@/lib/domain/annotation/collection-role.ts";
import type { ReviewPayload } from "@/lib/domain/annotation/review.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import {
  giveVerdict,
  type MadeCollection,
  makeCollection,
  saveText,
  withSentence,
} from "@/prisma/factories/make-collection.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { changeRole, removeMember } from "../../users/change-role.ts";
import { takeLease } from "../claim/take-lease.ts";
import { createCollection } from "../collections/create-collection.ts";
import { listCollections } from "../collections/list-collections.ts";
import { listNotices } from "../guidelines/notices.ts";
import { leadItems } from "../lead/lead-items.ts";
import { countBlockedInProject } from "../lead/list-blocked.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { getPayCsv } from "../people/get-pay.ts";
import { listWorkers } from "../people/list-workers.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { listMyWork } from "../work/list-my-work.ts";
import { claimNextTask } from "../work/next-task.ts";
import { parkTask } from "../work/park-task.ts";
import { mayAccessCollection, mayAccessTask } from "./has-access.ts";
import { listAnnotators } from "./list-annotators.ts";
import { releaseCopiesInProject } from "./release-copies-of-former-members.ts";
import { listCollectionMembers, readAnnotationRights, setCollectionRole } from "./set-collection-role.ts";

withTestDatabase();

const notThere = expect.objectContaining({ code: "not-found" });
const set = (collection: MadeCollection, person: Actor, role: CollectionRole, lead = collection.researcher) =>
  setCollectionRole(lead, collection.id, { userId: person.userId as string, role });
const rightsIn = async (person: Actor, collection: MadeCollection) =>
  (await listCollections(person)).find(({ id }) => id === collection.id)?.can ?? null;

/** Refines every item that this person receives. */
async function refineAll(annotator: Actor, collection: MadeCollection): Promise<TaskPayload[]> {
  const done: TaskPayload[] = [];
  let { task } = await claimNextTask(annotator, { collectionId: collection.id });
  while (task) {
    done.push(task);
    const { revisionId } = await saveText(annotator, task, withSentence(task.document, "The end."));
    task = (await giveVerdict(annotator, task, "refined", revisionId)).next;
  }
  return done;
}

describe("a role in one collection", () => {
  it("widens what the project's role allows, there and nowhere else", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const other = await createCollection(collection.researcher, { projectId: collection.projectId, name: "Other" });
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    expect(await rightsIn(ben, collection)).toEqual({ work: true, review: false, manage: false });
    expect(await readAnnotationRights(ben, collection.projectId)).toEqual({ work: true, review: false });
    expect((await claimNextReview(ben, { collectionId: collection.id })).review).toBeNull();

    await set(collection, ben, "both");
    expect(await rightsIn(ben, collection)).toEqual({ work: true, review: true, manage: false });
    expect(await mayAccessCollection(ben, "annotation.review", collection.id)).toBe(true);
    expect(await mayAccessCollection(ben, "annotation.review", other.id)).toBe(false);
    expect(await readAnnotationRights(ben, collection.projectId)).toEqual({ work: true, review: true });

    await refineAll(ann, collection);
    const { review } = await claimNextReview(ben, { collectionId: collection.id });
    expect(await decideReview(ben, review?.taskId as string, { decision: "accept", reason: "" })).toMatchObject({
      ok: true,
    });
  });

  it("lets one person annotate one part and review another, and never their own item", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    await set(collection, ann, "both");
    await set(collection, ben, "both");
    // One item each; the other items remain for the next annotators.
    const [hers, his] = await Promise.all(
      [ann, ben].map(async (person) => {
        const { task } = await claimNextTask(person, { collectionId: collection.id });
        const { revisionId } = await saveText(
          person,
          task as TaskPayload,
          withSentence((task as TaskPayload).document, "So."),
        );
        await giveVerdict(person, task as TaskPayload, "refined", revisionId);
        return task as TaskPayload;
      }),
    );
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const { review } = await claimNextReview(ann, { collectionId: collection.id, ...(after ? { after } : {}) });
      if (!review || seen.includes(review.item.id)) break;
      seen.push(review.item.id);
      after = review.taskId;
    }
    expect(seen).toEqual([his?.item.id]);
    await expect(decideReview(ann, hers?.task.id as string, { decision: "accept", reason: "" })).rejects.toEqual(
      notThere,
    );
    // She does not receive copies of items that she reviewed.
    const { review } = await claimNextReview(ann, { collectionId: collection.id });
    await decideReview(ann, (review as ReviewPayload).taskId, { decision: "accept", reason: "" });
    expect((await refineAll(ann, collection)).map(({ item }) => item.id)).not.toContain(his?.item.id);
  });

  it("narrows it, for every way to the work, and is taken back", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const ann = await collection.annotator();
    const held = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    await set(collection, ann, "none");
    expect(await rightsIn(ann, collection)).toBeNull();
    await expect(claimNextTask(ann, { collectionId: collection.id })).rejects.toEqual(notThere);
    await expect(takeLease(ann, held.task.id)).rejects.toEqual(notThere);
    await expect(saveText(ann, held, withSentence(held.document, "So."))).rejects.toEqual(notThere);
    await expect(giveVerdict(ann, held, "sound")).rejects.toEqual(notThere);
    expect(await mayAccessTask(ann, "annotation.work", held.task.id)).toBe(false);
    expect((await listAnnotators(collection.researcher, collection.id)).map(({ userId }) => userId)).not.toContain(
      ann.userId,
    );
    const { items } = await listItems(collection.researcher, collection.id, itemListQuery.parse({}));
    await expect(
      leadItems(collection.researcher, collection.id, {
        act: "assign",
        items: [items[3]?.id as string],
        personId: ann.userId as string,
      }),
    ).rejects.toMatchObject({ field: "personId" });
    await set(collection, ann, "review");
    await expect(claimNextTask(ann, { collectionId: collection.id })).rejects.toEqual(notThere);
    expect(await rightsIn(ann, collection)).toEqual({ work: false, review: true, manage: false });
    await set(collection, ann, "project");
    expect(await rightsIn(ann, collection)).toEqual({ work: true, review: false, manage: false });
    await giveVerdict(ann, held, "sound");
  });

  it("that takes annotating away frees what was put aside, given back and assigned, and says so", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
    const returned = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    const { revisionId } = await saveText(ann, returned, withSentence(returned.document, "So."));
    const parked = (await giveVerdict(ann, returned, "refined", revisionId)).next as TaskPayload;
    const onScreen = (await parkTask(ann, parked.task.id, { fence: parked.task.fence as number })).next as TaskPayload;
    const { review } = await claimNextReview(rev, { collectionId: collection.id });
    await decideReview(rev, review?.taskId as string, { decision: "return", reason: "Look again." });
    const { items } = await listItems(collection.researcher, collection.id, itemListQuery.parse({}));
    const taken = [returned, parked, onScreen].map(({ item }) => item.id);
    const assigned = items.find(({ id }) => !taken.includes(id))?.id as string;
    const personId = ann.userId as string;
    await leadItems(collection.researcher, collection.id, { act: "assign", items: [assigned], personId });
    await set(collection, ann, "both");
    const held = async () =>
      (
        await pool().query<{ item_id: string }>(
          "SELECT item_id FROM annotation_task WHERE collection_id = $1 AND (holder_id = $2 OR offered_to = $2)",
          [collection.id, ann.userId],
        )
      ).rows.map(({ item_id }) => item_id);
    expect((await held()).sort()).toEqual([...taken, assigned].sort());

    await set(collection, ann, "review");
    // The item on the screen is released when its lease ends.
    expect(await held()).toEqual([onScreen.item.id]);
    const after = await listItems(collection.researcher, collection.id, itemListQuery.parse({}));
    for (const { id, status } of after.items) expect(status).toBe(id === onScreen.item.id ? "in-work" : "open");
    expect((await listNotices(ann, collection.projectId)).map(({ is }) => is)).toEqual(["pulled-back", "pulled-back"]);
    // Another annotator gets all items, each with the imported text.
    const ben = await collection.annotator();
    const next = (await claimNextTask(ben, { collectionId: collection.id })).task as TaskPayload;
    expect(next).toMatchObject({ item: { id: returned.item.id }, revisionId: null });
  });

  it.each(["viewer", null] as const)(
    "is lost with the project's role (now: %s), and so is what was put aside",
    async (role) => {
      const collection = await makeCollection({ pairs: 1 });
      const { projectId } = collection;
      const admin = (await makePerson({ projectId, role: "admin" })).actor;
      const ann = await collection.annotator();
      const userId = ann.userId as string;
      const first = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
      await parkTask(ann, first.task.id, { fence: first.task.fence as number });
      const free = (client: PoolClient) => releaseCopiesInProject(client, projectId, userId);
      const stateOf = async () =>
        (await pool().query("SELECT state::text, holder_id FROM annotation_task WHERE id = $1", [first.task.id]))
          .rows[0];
      // A role that annotates, too, changes nothing.
      await changeRole(admin, projectId, userId, "admin", free);
      expect(await stateOf()).toEqual({ state: "parked", holder_id: userId });
      if (role === null) await removeMember(admin, projectId, userId, free);
      else await changeRole(admin, projectId, userId, role, free);
      expect(await stateOf()).toEqual({ state: "open", holder_id: null });
      const others = await listAnnotators(collection.researcher, collection.id);
      expect(await countBlockedInProject(projectId)).toBe(others.length === 0 ? 2 : 0);
      await pool().query("UPDATE membership SET role = 'viewer' WHERE project_id = $1", [projectId]);
      expect(await countBlockedInProject(projectId)).toBe(2);
    },
  );

  it("counts owners as everywhere else, whatever their membership says", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const owner = await makePerson({ projectId: collection.projectId, role: "viewer", isOwner: true });
    const lead = collection.researcher;
    const shown = async () =>
      (await listCollectionMembers(lead, collection.id)).find(({ userId }) => userId === owner.userId);
    expect(await shown()).toMatchObject({ role: "viewer", canWork: true, canReview: true });
    const { items } = await listItems(lead, collection.id, itemListQuery.parse({}));
    const last = items.at(-1)?.id as string;
    expect((await listAnnotators(lead, collection.id)).map(({ userId }) => userId)).toContain(owner.userId);
    await leadItems(lead, collection.id, { act: "assign", items: [last], personId: owner.userId });
    expect((await claimNextTask(owner.actor, { collectionId: collection.id })).task?.item.id).toBe(last);
    await set(collection, owner.actor, "none");
    expect(await shown()).toMatchObject({ canWork: false, canReview: false });
  });

  it("is set by those who manage the collection, for members, and ends with the membership", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
    const stranger = (await makePerson({})).actor;
    const viewer = (await makePerson({ projectId: collection.projectId, role: "viewer" })).actor;
    for (const nobody of [ann, rev, viewer, stranger]) {
      await expect(set(collection, ann, "both", nobody)).rejects.toEqual(notThere);
      await expect(listCollectionMembers(nobody, collection.id)).rejects.toEqual(notThere);
      await expect(getPayCsv(nobody, collection.id)).rejects.toEqual(notThere);
    }
    await expect(set(collection, stranger, "both")).rejects.toMatchObject({ field: "userId" });
    await set(collection, viewer, "annotate");
    const member = (await listCollectionMembers(collection.researcher, collection.id)).find(
      ({ userId }) => userId === viewer.userId,
    );
    expect(member).toMatchObject({ role: "viewer", own: "annotate", canWork: true, canReview: false });
    expect(await readAnnotationRights(viewer, collection.projectId)).toEqual({ work: true, review: false });
    expect((await claimNextTask(viewer, { collectionId: collection.id })).task).not.toBeNull();
    await pool().query("DELETE FROM membership WHERE user_id = $1", [viewer.userId]);
    await expect(claimNextTask(viewer, { collectionId: collection.id })).rejects.toEqual(notThere);
  });
});

describe("pay", () => {
  it("by the item is topped up to the floor, of reviewers too, and what came back stays paid", async () => {
    const collection = await makeCollection({ pairs: 1, settings: { payPerHour: 1_200, payPerItem: 50 } });
    const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
    await refineAll(ann, collection);
    const { review } = await claimNextReview(rev, { collectionId: collection.id });
    await decideReview(rev, review?.taskId as string, { decision: "return", reason: "Look again." });
    await pool().query("UPDATE annotation_activity SET active_ms = 600000 WHERE user_id = $1", [ann.userId]);
    await pool().query("UPDATE annotation_review_work SET active_ms = 60000 WHERE user_id = $1", [rev.userId]);
    const workers = await listWorkers(collection.researcher, collection.id);
    expect(workers.map(({ userId, paidItems, pay }) => ({ userId, paidItems, pay }))).toEqual([
      { userId: ann.userId, paidItems: 2, pay: { by: "item", earned: 100, perHour: 300, topUp: 300, total: 400 } },
      { userId: rev.userId, paidItems: 1, pay: { by: "item", earned: 50, perHour: 3_000, topUp: 0, total: 50 } },
    ]);
    expect((await listMyWork(ann, {})).hours).toMatchObject([{ submitted: 2, pay: { total: 400 } }]);
    expect((await listMyWork(rev, {})).hours).toMatchObject([{ reviews: 1, activeMs: 60_000, pay: { total: 50 } }]);
    const { text } = await getPayCsv(collection.researcher, collection.id);
    expect(text).toContain(`${ann.userId},Somebody,2,0,20,item,100,300,1200,300,400,USD`);
  });
});
