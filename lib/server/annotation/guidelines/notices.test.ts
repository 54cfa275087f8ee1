import { describe, expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { giveVerdict, makeCollection, saveText, withSentence } from "@/prisma/factories/make-collection.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { leadItems } from "../lead/lead-items.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { claimNextTask } from "../work/next-task.ts";
import { publishGuidelines, recordGuidelinesRead } from "./guidelines.ts";
import { dismissNotices, listNotices } from "./notices.ts";
import { answerQuestion, askQuestion, listQuestions } from "./questions.ts";

withTestDatabase();

describe("notices", () => {
  it("tell people what happened to their work until they have acted on it, and nobody else", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const lead = collection.researcher;
    const [ann, ben, rev] = [await collection.annotator(), await collection.annotator(), await collection.reviewer()];
    const told = async (actor: Actor) =>
      (await listNotices(actor, collection.projectId)).map((notice) =>
        "itemName" in notice ? `${notice.is} ${notice.itemName}` : notice.is,
      );
    expect(await told(ann)).toEqual([]);

    const first = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    const { revisionId } = await saveText(ann, first, withSentence(first.document, "The end."));
    const second = (await giveVerdict(ann, first, "refined", revisionId)).next as TaskPayload;
    const { review } = await claimNextReview(rev, { collectionId: collection.id });
    await decideReview(rev, review?.taskId as string, { decision: "return", reason: "Look at the end." });
    expect(await listNotices(ann, collection.projectId)).toMatchObject([
      { is: "returned", taskId: first.task.id, itemName: "story_1", reason: "Look at the end." },
    ]);

    const pull = { act: "pull-back" as const, items: [second.item.id], reason: "Ben takes it." };
    await leadItems(lead, collection.id, pull);
    const before = (await pool().query<{ now: Date }>("SELECT clock_timestamp() AS now")).rows[0]?.now as Date;
    await leadItems(lead, collection.id, { act: "assign", items: [second.item.id], personId: ben.userId as string });
    const [assigned] = await listNotices(ben, collection.projectId);
    expect(assigned?.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(await told(ann)).toEqual([`pulled-back ${second.item.externalId}`, "returned story_1"]);
    expect(await told(ben)).toEqual([`assigned ${second.item.externalId}`]);

    await askQuestion(ann, collection.id, { text: "May a ghost know it?" });
    const [question] = await listQuestions(lead, collection.id);
    await answerQuestion(lead, question?.id as string, { answer: "No.", isCase: true });
    await publishGuidelines(lead, collection.id, { body: "# Rules", note: "" });
    expect((await told(ann)).slice(0, 2)).toEqual(["guidelines", "answer"]);
    // Anyone who has not begun yet reads them before the first item anyway; a reviewer who has begun is notified.
    expect(await told(ben)).toEqual([`assigned ${second.item.externalId}`]);
    expect(await told(rev)).toEqual(["guidelines"]);
    const stranger = (await makePerson({})).actor;
    expect(await told(stranger)).toEqual([]);

    await recordGuidelinesRead(ann, collection.id, 1);
    const shown = (await listNotices(ann, collection.projectId)).flatMap((notice) =>
      notice.is === "pulled-back" ? [notice.noticeId] : [],
    );
    expect(shown).toHaveLength(1);
    await dismissNotices(ben, shown);
    // An item that is pulled back after the list was shown is not dismissed with it.
    const third = (await claimNextTask(ann, { collectionId: collection.id, after: first.task.id })).task as TaskPayload;
    await leadItems(lead, collection.id, { ...pull, items: [third.item.id] });
    const all = await told(ann);
    expect(all.filter((one) => one.startsWith("pulled-back"))).toHaveLength(2);
    await dismissNotices(ann, shown);
    const later = `pulled-back ${third.item.externalId}`;
    expect(await told(ann)).toEqual(all.filter((one) => one === later || !one.startsWith("pulled-back")));
    const [left] = (await listNotices(ann, collection.projectId)).filter(({ is }) => is === "pulled-back");
    await dismissNotices(ann, left?.is === "pulled-back" ? [left.noticeId] : []);
    expect(await told(ann)).toEqual(["returned story_1"]);
    const { task } = await claimNextTask(ann, { collectionId: collection.id });
    await giveVerdict(ann, task as TaskPayload, "refined", revisionId);
    expect(await told(ann)).toEqual([]);
    const { items } = await listItems(lead, collection.id, itemListQuery.parse({ status: "submitted" }));
    expect(items.map(({ externalId }) => externalId)).toEqual(["story_1"]);
  });
});
