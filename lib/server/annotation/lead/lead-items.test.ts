import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { codedDecisions } from "@/lib/domain/annotation/figures/prepare-reasons.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { type Anchor, moveAnchor } from "@/lib/domain/stories/anchors/anchor.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import { giveVerdict, makeCollection, saveText, withSentence } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { getCollectionFigures } from "../figures/get-collection-figures.ts";
import { getReasons } from "../figures/get-reasons.ts";
import { getReportCsv } from "../figures/get-report.ts";
import { itemFigures } from "../figures/item-figures.ts";
import { getPeople } from "../people/get-people.ts";
import { listWorkers } from "../people/list-workers.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { listMyWork } from "../work/list-my-work.ts";
import { claimNextTask } from "../work/next-task.ts";
import { reopenTask } from "../work/reopen-task.ts";
import { submitVerdict } from "../work/submit-verdict.ts";
import { type LeadAction, type LeadRequest, leadItems } from "./lead-items.ts";
import { itemListQuery, listItems } from "./list-items.ts";

withTestDatabase();

/** The same text with the mark of its error one word shorter. */
function withShorterMark(document: KsteDocument): KsteDocument {
  const story = parseWords(document.story);
  const shorter = (anchor: Anchor) => moveAnchor(story, anchor, { start: anchor.start, end: anchor.end - 1 });
  return { ...document, anchors: document.anchors.map((one) => (one.role === "error" ? shorter(one) : one)) };
}

async function madeWith(pairs: number, settings: object = {}) {
  const collection = await makeCollection({ pairs, settings });
  const lead = collection.researcher;
  const { items } = await listItems(lead, collection.id, itemListQuery.parse({}));
  const id = (name: string) => items.find((item) => item.externalId === name)?.id as string;
  const act = (what: LeadAction, names: string[], extra: Partial<LeadRequest> = {}) =>
    leadItems(lead, collection.id, { act: what, items: names.map(id), ...extra });
  return { collection, lead, id, act };
}

const named = (task: TaskPayload | null) => task?.item.externalId;

describe("a lead", () => {
  it("assigns an item, which comes first to that person and to nobody else", async () => {
    const { collection, act } = await madeWith(1);
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    const personId = ben.userId as string;
    expect(await act("assign", ["erroneous_story_1"], { personId })).toMatchObject({ changed: 1, left: 0 });
    expect(await act("assign", ["erroneous_story_1"], { personId })).toMatchObject({ changed: 0, left: 1 });
    const first = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    expect(named(first)).toBe("story_1");
    expect((await giveVerdict(ann, first, "sound")).next).toBeNull();
    expect(named((await claimNextTask(ben, { collectionId: collection.id })).task)).toBe("erroneous_story_1");
    await expect(
      act("assign", ["story_1"], { personId: collection.researcher.userId as string }),
    ).rejects.toMatchObject({
      field: "personId",
    });
  });

  it("orders the queue, pulls an item back, and gives it to another, who begins with the imported text", async () => {
    const { collection, act } = await madeWith(2);
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    await act("first", ["erroneous_story_2"]);
    await act("last", ["story_1"]);
    const task = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    expect(named(task)).toBe("erroneous_story_2");
    expect(task.position.mine).toEqual({ done: 0, total: 4 });
    await saveText(ann, task, withSentence(task.document, "Half done."));
    await expect(act("pull-back", ["erroneous_story_2"])).rejects.toMatchObject({ field: "reason" });
    expect(await act("pull-back", ["erroneous_story_2", "story_1"], { reason: "Ann is ill." })).toMatchObject({
      changed: 1,
      left: 1,
    });
    await act("assign", ["erroneous_story_2"], { personId: ben.userId as string });
    const taken = (await claimNextTask(ben, { collectionId: collection.id })).task;
    expect(taken?.document).toEqual(taken?.givenDocument);
    expect(named((await claimNextTask(ann, { collectionId: collection.id })).task)).toBe("erroneous_story_1");
  });

  it("gives what somebody holds to another at once, or moves nobody", async () => {
    const { collection, act } = await madeWith(1);
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    const task = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    await saveText(ann, task, withSentence(task.document, "Half done."));
    const personId = ben.userId as string;
    const reason = "Ann is ill.";
    await expect(act("reassign", ["story_1"], { personId })).rejects.toMatchObject({ field: "reason" });
    expect(await act("reassign", ["story_1"], { personId: ann.userId as string, reason })).toMatchObject({
      changed: 0,
    });
    expect(named((await claimNextTask(ann, { collectionId: collection.id })).task)).toBe("story_1");
    expect(await act("reassign", ["story_1", "erroneous_story_1"], { personId, reason })).toMatchObject({
      changed: 1,
      left: 1,
    });
    const taken = (await claimNextTask(ben, { collectionId: collection.id })).task;
    expect(named(taken)).toBe("story_1");
    expect(taken?.document).toEqual(taken?.givenDocument);
    expect(named((await claimNextTask(ann, { collectionId: collection.id })).task)).toBe("erroneous_story_1");
  });

  it("keeps the order of several items that are moved to the beginning", async () => {
    const { collection, act } = await madeWith(3);
    const ann = await collection.annotator();
    await act("first", ["story_2", "story_3", "erroneous_story_1"]);
    const names: unknown[] = [];
    let task = (await claimNextTask(ann, { collectionId: collection.id })).task;
    while (task) {
      names.push(named(task));
      task = (await giveVerdict(ann, task, "sound")).next;
    }
    expect(names.slice(0, 3)).toEqual(["story_2", "story_3", "erroneous_story_1"]);
  });

  it("sees people told how much is theirs: every item once, whatever its copies, and nothing that is kept for others", async () => {
    const { collection, act } = await madeWith(3, { overlap: 2 });
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    const first = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    expect(first.position).toMatchObject({ total: 12, mine: { done: 0, total: 6 } });
    const second = (await giveVerdict(ann, first, "sound")).next as TaskPayload;
    expect(second.position.mine).toEqual({ done: 1, total: 6 });
    const other = (await claimNextTask(ben, { collectionId: collection.id })).task as TaskPayload;
    expect(other.position.mine).toEqual({ done: 0, total: 6 });
    const single = await madeWith(2);
    const personId = (await single.collection.annotator()).userId as string;
    await single.act("assign", ["story_2"], { personId });
    const cleo = await single.collection.annotator();
    const alone = (await claimNextTask(cleo, { collectionId: single.collection.id })).task as TaskPayload;
    expect(alone.position.mine).toEqual({ done: 0, total: 3 });
    // One item has a free copy that Dora may not have, the other one that is in others' hands.
    const shared = await madeWith(1, { overlap: 2 });
    const people = [await shared.collection.annotator(), await shared.collection.annotator()];
    for (const { userId } of people) await shared.act("assign", ["story_1"], { personId: userId as string });
    // Each gets a separate copy: an assignment is not moved while another copy is free.
    for (const person of people)
      expect(named((await claimNextTask(person, { collectionId: shared.collection.id })).task)).toBe("story_1");
    const dora = await shared.collection.annotator();
    const last = (await claimNextTask(dora, { collectionId: shared.collection.id })).task as TaskPayload;
    expect(last.position.mine).toEqual({ done: 0, total: 1 });
    await act("retire", ["story_3", "erroneous_story_3"], { reason: "Duplicates." });
    expect((await giveVerdict(ann, second, "sound")).next?.position.mine).toEqual({ done: 2, total: 4 });
  });

  it("overrules no claim by taking the item out of work", async () => {
    const { collection, lead, act } = await madeWith(1, { overlap: 2 });
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    const task = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    await submitVerdict(ann, task.task.id, {
      ...{ revisionId: null, fence: task.task.fence as number, verdict: "irreparable", reason: "No error left." },
      ...{ checklist: {}, dismissals: [], activeMs: 0, codes: [] },
    });
    let left = (await claimNextTask(ben, { collectionId: collection.id })).task;
    while (left) left = (await giveVerdict(ben, left, "sound")).next;
    const name = named(task) as string;
    const figures = async () => [
      (await getCollectionFigures(lead, collection.id)).all.irreparable.k,
      (await listItems(lead, collection.id, itemListQuery.parse({ figure: "irreparable" }))).items.length,
    ];
    expect(await figures()).toEqual([1, 1]);
    expect(await act("retire", [name], { reason: "A duplicate." })).toMatchObject({ changed: 1 });
    expect(await figures()).toEqual([1, 1]);
  });

  it("is told how people agree with themselves at a second look only", async () => {
    const { collection, lead, act } = await madeWith(2, { reviewShareUntouched: 1 });
    const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
    const work = async () => {
      let task = (await claimNextTask(ann, { collectionId: collection.id })).task;
      while (task) task = (await giveVerdict(ann, task, "sound")).next;
    };
    await work();
    const own = async () => (await getPeople(lead, collection.id, new Date())).people[0]?.selfAgreement;
    // Reopened by themselves, and returned by review: neither is a second look.
    const { tasks } = await listMyWork(ann, {});
    await reopenTask(ann, tasks[0]?.taskId as string);
    await work();
    for (const decision of ["return", "accept"] as const) {
      const { review } = await claimNextReview(rev);
      const because = decision === "return" ? "Again." : "";
      await decideReview(rev, review?.taskId as string, { decision, reason: because });
    }
    await work();
    expect(await own()).toMatchObject({ k: 0, n: 0 });
    const { items } = await listItems(lead, collection.id, itemListQuery.parse({ status: "accepted" }));
    expect(await act("requeue", [items[0]?.externalId as string], { reason: "A rule changed." })).toMatchObject({
      changed: 1,
    });
    await work();
    expect(await own()).toMatchObject({ k: 1, n: 1 });
  });

  it("takes an item out of work and back in, and brings decided ones back", async () => {
    const { collection, act } = await madeWith(1);
    const ann = await collection.annotator();
    expect(await act("retire", ["story_1"], { reason: "A duplicate." })).toMatchObject({ changed: 1, left: 0 });
    const task = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    expect(named(task)).toBe("erroneous_story_1");
    expect(await act("retire", ["erroneous_story_1"], { reason: "Too." })).toMatchObject({ changed: 0, left: 1 });
    await giveVerdict(ann, task, "sound");
    expect(await act("requeue", ["story_1", "erroneous_story_1"], { reason: "After all." })).toMatchObject({
      changed: 2,
      left: 0,
    });
    const back = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    expect(named(back)).toBe("erroneous_story_1");
    expect(named((await giveVerdict(ann, back, "sound")).next)).toBe("story_1");
  });

  it("takes an item out of which one copy is finished and nobody has the other", async () => {
    const { collection, act } = await madeWith(1, { overlap: 2 });
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    const task = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    expect(named(task)).toBe("story_1");
    await giveVerdict(ann, task, "sound");
    expect(await act("retire", ["story_1"], { reason: "A duplicate." })).toMatchObject({ changed: 1, left: 0 });
    expect(named((await claimNextTask(ben, { collectionId: collection.id })).task)).toBe("erroneous_story_1");
    await expect(reopenTask(ann, task.task.id)).rejects.toThrow("retired item");
    expect((await listMyWork(ann, {})).tasks.find(({ taskId }) => taskId === task.task.id)?.canReopen).toBe(false);
    expect(await act("requeue", ["story_1"], { reason: "After all." })).toMatchObject({ changed: 1, left: 0 });
  });

  it("is told of items that are not there, while the others are changed", async () => {
    const { collection, lead, id } = await madeWith(1);
    const items = [id("story_1"), randomUUID(), id("erroneous_story_1")];
    const report = await leadItems(lead, collection.id, { act: "retire", items, reason: "Duplicates." });
    expect(report).toEqual({ changed: 2, left: 1, why: ["The item is no longer in this collection."] });
    const back = await leadItems(lead, collection.id, { act: "requeue", items, reason: "After all." });
    expect(back).toEqual(report);
  });

  it("is the only one who may, and hides gold from everybody else", async () => {
    const { collection, act, id } = await madeWith(1);
    const ann = await collection.annotator();
    await expect(leadItems(ann, collection.id, { act: "first", items: [id("story_1")] })).rejects.toMatchObject({
      code: "not-found",
    });
    const before = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    await act("gold", ["story_1"], { gold: "refined" });
    const after = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    expect(Object.keys(after.item)).toEqual(Object.keys(before.item));
    expect(JSON.stringify(after)).not.toMatch(/gold/u);
    await giveVerdict(ann, after, "sound");
    const { people, estimatedEnd, left } = await getPeople(collection.researcher, collection.id, new Date());
    expect(people).toMatchObject([{ userId: ann.userId, items: 1, gold: { k: 0, n: 1 } }]);
    expect(left).toBe(1);
    expect(estimatedEnd).not.toBeNull();
  });
});

describe("a figure of the report", () => {
  it("opens to exactly the items that it counts", async () => {
    const { collection, lead } = await madeWith(3, { reviewShareUntouched: 1, overlap: 2 });
    const [ann, ben, rev] = [await collection.annotator(), await collection.annotator(), await collection.reviewer()];
    for (const person of [ann, ben]) {
      let task = (await claimNextTask(person, { collectionId: collection.id })).task;
      while (task) {
        const name = task.item.externalId;
        if (name === "erroneous_story_1" || (name === "story_2" && person === ann)) {
          const saved = await saveText(person, task, withSentence(task.document, "The end."));
          task = (await giveVerdict(person, task, "refined", saved.revisionId, ["language"])).next;
        } else if (name === "erroneous_story_2" && person === ben) {
          const saved = await saveText(person, task, withShorterMark(task.document));
          task = (await giveVerdict(person, task, "refined", saved.revisionId, ["marks"])).next;
        } else task = (await giveVerdict(person, task, "sound")).next;
      }
    }
    // A moved mark alone does not count as a refinement.
    const worked = await listWorkers(lead, collection.id);
    const workOf = (person: Actor) => worked.find(({ userId }) => userId === person.userId);
    expect(workOf(ann)).toMatchObject({ finished: 6, refined: 2, marksOnly: 0 });
    expect(workOf(ben)).toMatchObject({ finished: 6, refined: 1, marksOnly: 1 });
    for (const decision of ["accept", "return", "return", "accept"] as const) {
      const { review } = await claimNextReview(rev);
      const codes = decision === "return" ? ["continuity"] : [];
      const reason = decision === "accept" ? "" : "Again.";
      await decideReview(rev, review?.taskId as string, { decision, reason, codes });
    }
    const { all, paper, agreement } = await getCollectionFigures(lead, collection.id);
    const counted = {
      ...{ finished: all.items, refined: all.refined.k, "marks-only": all.marksOnly.k, irreparable: all.irreparable.k },
      ...{ returned: all.returned.k, changed: all.changedInReview.k, defect: all.untouchedDefects.k },
      "marks-changed": all.marksChangedInReview.k,
      ...{ "refined-in-any-way": paper.refined.k, improved: paper.improved.k, rejected: 0, shared: agreement.items },
      unfinished: 2,
    };
    const listed = async (query: object) =>
      (await listItems(lead, collection.id, itemListQuery.parse(query))).items.length;
    for (const figure of itemFigures) expect([figure, await listed({ figure })]).toEqual([figure, counted[figure]]);
    // So do those of each person, each pair and each reason, and those of the work.
    const { people, pairs, left } = await getPeople(lead, collection.id, new Date());
    expect(left).toBe(2);
    for (const { userId: person, ...quality } of people) {
      expect(await listed({ figure: "judged", person })).toBe(quality.items);
      expect(await listed({ figure: "agreement", person })).toBe(quality.agreement.n);
      expect(await listed({ figure: "returned-by-review", person })).toBe(quality.returned.n);
      expect(await listed({ figure: "first-half", person })).toBe(quality.firstHalf.marksOnly.n);
      expect(await listed({ figure: "gold", person })).toBe(0);
      const { firstHalf, lastHalf } = quality;
      expect([
        firstHalf.refined.k + lastHalf.refined.k,
        firstHalf.marksOnly.k + lastHalf.marksOnly.k,
        firstHalf.marksOnly.n + lastHalf.marksOnly.n,
      ]).toEqual(person === ann.userId ? [2, 0, 6] : [1, 1, 6]);
    }
    for (const pair of pairs)
      expect(await listed({ figure: "agreement", person: pair.left, other: pair.right })).toBe(pair.agreement.n);
    for (const { userId: person, ...worker } of await listWorkers(lead, collection.id)) {
      expect(await listed({ figure: "work-finished", person })).toBe(worker.finished);
      expect(await listed({ figure: "work-refined", person })).toBe(worker.refined);
      expect(await listed({ figure: "work-marks", person })).toBe(worker.marksOnly);
      expect(await listed({ figure: "work-held", person })).toBe(worker.inHand + worker.parked + worker.returned);
      expect(await listed({ figure: "work-reviewed", person })).toBe(worker.reviews);
      expect(await listed({ figure: "work-paid", person })).toBe(worker.paidItems);
    }
    await pool().query("UPDATE annotation_activity SET active_ms = 60000 WHERE user_id = $1", [ann.userId]);
    for (const [person, timed] of [
      [ann, 6],
      [ben, 0],
    ] as const) {
      expect(await listed({ figure: "work-timed", person: person.userId })).toBe(timed);
      expect(await listed({ figure: "work-review-timed", person: person.userId })).toBe(0);
    }
    const reasons = await getReasons(lead, collection.id);
    expect(reasons.map(({ code }) => code)).toEqual(["continuity", "language", "marks"]);
    expect(reasons[2]?.shares).toMatchObject({ refined: { k: 0, n: 2 }, marks: { k: 1, n: 1 } });
    for (const { code, shares } of reasons)
      for (const of of codedDecisions) expect(await listed({ figure: `code-${of}`, code })).toBe(shares[of].k);
    const { text } = await getReportCsv(lead, collection.id);
    expect(text).toContain("reason,continuity,reason of items returned by review,1,");
    expect(text).toMatch(
      /reason,marks,reason of items whose marks alone annotators moved,1,.*,1,1,share,items with a reason\n/u,
    );
    // Every line says what its n counts.
    for (const line of text.trim().split("\n")) expect(line).toMatch(/,[a-z][a-z ]*$/u);
    expect(await listed({ copies: "returned" })).toBe(2);
    expect(await listed({ figure: "judged" })).toBe(0);
    expect(counted.returned).toBe(2);
    expect(paper.refined.n).toBe(all.items);
  });

  it("and items can be found by words of their texts", async () => {
    const { collection, lead } = await madeWith(2);
    const ann = await collection.annotator();
    const task = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    await saveText(ann, task, withSentence(task.document, 'A "zebra" came.'));
    const found = await listItems(lead, collection.id, itemListQuery.parse({ words: '"zebra" came' }));
    expect(found.items.map(({ externalId }) => externalId)).toEqual([task.item.externalId]);
    expect((await listItems(lead, collection.id, itemListQuery.parse({ words: "100%" }))).items).toEqual([]);
  });
});
