import { describe, expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { findSiblingSentences } from "@/lib/domain/stories/hints/sibling-sentences.ts";
import type { ErroneousStory, KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { giveVerdict, makeCollection, saveText, withSentence } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { setCollectionRole } from "../access/set-collection-role.ts";
import { getCollectionFigures } from "../figures/get-collection-figures.ts";
import { getItem } from "../items/get-item.ts";
import { getItemHistory } from "../items/item-history.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { listWorkers } from "../people/list-workers.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { cutSiblings } from "./cut-siblings.ts";
import { claimNextTask } from "./next-task.ts";

withTestDatabase();

const code = (wanted: string) => expect.objectContaining({ code: wanted });
const hint = "Ben walked in, unaware that the chest was empty.";
const common = { genre: "mystery", provenance: null, extra: {} };

/** One original and erroneous stories made from it that all have one hint. */
function family(size: number): KsteItem[] {
  const told = "Nobody but the keeper knew that the chest stood empty in the harbour.";
  const story = (ending: string) =>
    `${told} ${hint} ${ending} In the evening the boats came home with fish and the bells rang.`;
  const erroneous = Array.from({ length: size }, (_, index): ErroneousStory => {
    const faulty = `Ben passed the empty chest for the ${index + 2}th time without a glance.`;
    return {
      ...common,
      kind: "error",
      id: `erroneous_story_1${index === 0 ? "" : `-${index + 1}`}`,
      sourceId: "story_1",
      story: story(faulty),
      character: "Ben",
      implausibleKnowledge: told,
      error: faulty,
      erroneousEvent: `<error>${faulty}</error>`,
      originalEvent: null,
      knowledgeExplanation: null,
      modifiedExplanation: null,
    };
  });
  return [
    { ...common, kind: "original", id: "story_1", sourceId: null, story: story("Ben opened the chest.") },
    ...erroneous,
  ];
}

async function prepared(size: number, overlap = 1) {
  const collection = await makeCollection({ items: family(size), settings: { overlap } });
  const annotator = await collection.annotator();
  const original = (await claimNextTask(annotator, { collectionId: collection.id })).task as TaskPayload;
  const cuts = original.siblings.flatMap((sibling) =>
    findSiblingSentences(hint, [
      { id: sibling.externalId, text: sibling.story, character: sibling.character ?? "" },
    ]).map(({ id, text, cut }) => ({ sibling: id, sentence: text, becomes: cut?.sentence ?? null })),
  );
  const request = { fence: original.task.fence as number, sentence: hint, cuts };
  const stories = async () =>
    (
      await pool().query<{
        external_id: string;
        story: string;
        origin: string | null;
        anchors: { damage: string | null }[];
      }>(
        `SELECT item.external_id, coalesce(head.document, item.document)->>'story' AS story, head.origin,
           coalesce(head.document, item.document)->'anchors' AS anchors
         FROM annotation_item AS item JOIN annotation_task AS task ON task.item_id = item.id
         LEFT JOIN annotation_revision AS head ON head.id = task.head_id
         WHERE item.collection_id = $1 ORDER BY item.ordinal, task.copy`,
        [collection.id],
      )
    ).rows;
  return { collection, annotator, original, request, stories };
}

describe("a cut in all stories of a source", () => {
  it("is made in every free copy as it was confirmed, with its marks, once", async () => {
    const { collection, annotator, original, request, stories } = await prepared(3, 2);
    expect(request.cuts).toHaveLength(3);
    const confirmed = { ...request, cuts: request.cuts.slice(0, 2) };
    expect(await cutSiblings(annotator, original.task.id, confirmed)).toEqual({
      cut: ["erroneous_story_1", "erroneous_story_1-2"],
      told: [],
    });
    expect(await cutSiblings(annotator, original.task.id, confirmed)).toEqual({ cut: [], told: [] });
    const rows = await stories();
    expect(rows.filter(({ origin }) => origin === "sibling")).toHaveLength(4);
    for (const { external_id, story, anchors } of rows) {
      const isCut = ["erroneous_story_1", "erroneous_story_1-2"].includes(external_id);
      expect(story.includes("unaware")).toBe(!isCut);
      if (isCut) expect(story).toContain("Ben walked in.");
      expect(anchors.every(({ damage }) => damage === null)).toBe(true);
    }
    const { items } = await listItems(collection.researcher, collection.id, itemListQuery.parse({}));
    expect(items.map(({ flags }) => flags.length)).toEqual([0, 1, 1, 0]);
    const trail = await getItemHistory(collection.researcher, items[1]?.id as string);
    expect(trail.some(({ sentence }) => sentence.includes("cut in a story of the same source"))).toBe(true);
    // The next annotator of such a copy starts from the cut text.
    const next = (
      await claimNextTask(await collection.annotator(), { collectionId: collection.id, after: original.task.id })
    ).task;
    expect(next?.document).toEqual(next?.givenDocument);
  });

  it("never changes what somebody works on, nor what reads otherwise now; their annotators are told", async () => {
    const { collection, annotator, original, request, stories } = await prepared(2);
    const other = await collection.annotator();
    const theirs = (await claimNextTask(other, { collectionId: collection.id })).task as TaskPayload;
    await saveText(other, theirs, { ...theirs.document, story: `${theirs.document.story} More.` });
    const changed = request.cuts.map((cut) =>
      cut.sibling === theirs.item.externalId ? cut : { ...cut, becomes: "Something else." },
    );
    const report = await cutSiblings(annotator, original.task.id, { ...request, cuts: changed });
    expect(report.cut).toEqual([]);
    expect(report.told.sort()).toEqual(["erroneous_story_1", "erroneous_story_1-2"]);
    for (const { story } of await stories()) expect(story).toContain("unaware");
    const { rows } = await pool().query(
      "SELECT findings::text AS findings FROM annotation_item WHERE collection_id = $1 AND kind = 'error'",
      [collection.id],
    );
    for (const { findings } of rows) expect(findings).toContain("A hint was cut from this sentence");
  });

  it("is never made in gold, whose right verdict is about the text as it is", async () => {
    const { collection, annotator, original, request, stories } = await prepared(2);
    await pool().query(
      "UPDATE annotation_item SET gold_verdict = 'sound' WHERE collection_id = $1 AND external_id = 'erroneous_story_1'",
      [collection.id],
    );
    expect(await cutSiblings(annotator, original.task.id, request)).toEqual({
      cut: ["erroneous_story_1-2"],
      told: ["erroneous_story_1"],
    });
    expect((await stories()).map(({ story }) => story.includes("unaware"))).toEqual([true, true, false]);
  });

  it("makes the story no item that whoever cut in it may review; they may still annotate it", async () => {
    const { collection, annotator, original, request } = await prepared(1);
    const { id: collectionId } = collection;
    await setCollectionRole(collection.researcher, collectionId, { userId: annotator.userId as string, role: "both" });
    await cutSiblings(annotator, original.task.id, request);
    const other = await collection.annotator();
    const theirs = (await claimNextTask(other, { collectionId })).task as TaskPayload;
    expect(theirs.item.externalId).toBe("erroneous_story_1");
    const { revisionId } = await saveText(other, theirs, withSentence(theirs.document, "The end."));
    await giveVerdict(other, theirs, "refined", revisionId);
    const { review, counts } = await claimNextReview(annotator, { collectionId });
    expect(review).toBeNull();
    expect(counts.waiting).toBe(0);
    const reviewer = await collection.reviewer();
    expect((await claimNextReview(reviewer, { collectionId })).review?.taskId).toBe(theirs.task.id);
    await expect(decideReview(annotator, theirs.task.id, { decision: "accept", reason: "" })).rejects.toEqual(
      code("not-found"),
    );

    const again = await prepared(1);
    await cutSiblings(again.annotator, again.original.task.id, again.request);
    const { next } = await giveVerdict(again.annotator, again.original, "sound");
    expect(next?.item.externalId).toBe("erroneous_story_1");
  });

  it("is nobody's refinement but is in the figures: who gets the copy may find it sound, and review sees it", async () => {
    const { collection, annotator, original, request } = await prepared(3);
    const { id: collectionId, researcher } = collection;
    await cutSiblings(annotator, original.task.id, request);
    await giveVerdict(annotator, original, "sound");
    const other = await collection.annotator();
    const sound = (await claimNextTask(other, { collectionId })).task as TaskPayload;
    expect(sound.document.story).not.toContain("unaware");
    await expect(giveVerdict(other, sound, "refined")).rejects.toMatchObject({
      message: expect.stringContaining("sound"),
    });
    // Reverted to the imported text, it differs from the received text.
    const undone = (await giveVerdict(other, sound, "sound")).next as TaskPayload;
    const story = undone.document.story.replace("Ben walked in.", hint);
    const { revisionId } = await saveText(other, undone, { ...undone.document, story });
    await expect(giveVerdict(other, undone, "sound", revisionId)).rejects.toEqual(code("invalid"));
    await giveVerdict(other, undone, "refined", revisionId);

    const { items } = await listItems(researcher, collectionId, itemListQuery.parse({}));
    const statusOf = (name: string) => items.find(({ externalId }) => externalId === name)?.status;
    expect(statusOf(sound.item.externalId)).toBe("submitted");
    const worker = (await listWorkers(researcher, collectionId)).find(({ userId }) => userId === other.userId);
    expect(worker).toMatchObject({ finished: 2, refined: 1 });
    const listed = async (figure: string) =>
      (await listItems(researcher, collectionId, itemListQuery.parse({ figure }))).items.length;
    const { all, paper } = await getCollectionFigures(researcher, collectionId);
    expect([all.refined.k, all.marksOnly.k, paper.refined.k, all.items]).toEqual([2, 0, 2, 3]);
    for (const figure of ["refined", "refined-in-any-way"]) expect(await listed(figure)).toBe(2);
    expect(await listed("marks-only")).toBe(0);

    // Review accepts the text with the cut, which is not an untouched drawn item.
    const reviewer = await collection.reviewer();
    const { review } = await claimNextReview(reviewer, { collectionId });
    expect(review?.submissions[0]).toMatchObject({ verdict: "sound", document: sound.document });
    await decideReview(reviewer, review?.taskId as string, { decision: "accept", reason: "" });
    const accepted = await getItem(researcher, sound.item.id);
    expect(accepted.acceptedDocument).toEqual(sound.document);
    expect((await getCollectionFigures(researcher, collectionId)).all).toMatchObject({
      untouchedDefects: { n: 0 },
      changedInReview: { k: 0, n: 1 },
    });
  });

  it("is for whoever holds the task, and for stories of its source alone", async () => {
    const { collection, annotator, original, request } = await prepared(1);
    const cuts = [{ sibling: "elsewhere", sentence: hint, becomes: "Ben walked in." }];
    expect(await cutSiblings(annotator, original.task.id, { ...request, cuts })).toEqual({ cut: [], told: [] });
    await expect(cutSiblings(await collection.annotator(), original.task.id, request)).rejects.toEqual(
      code("conflict"),
    );
    await expect(cutSiblings(annotator, original.task.id, { ...request, fence: 99 })).rejects.toEqual(code("conflict"));
  });
});
