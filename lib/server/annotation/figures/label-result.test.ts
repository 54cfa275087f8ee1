import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { annotationVerdicts } from "@/lib/domain/annotation/requests.ts";
import { giveVerdict, type MadeCollection, makeCollection } from "@/prisma/factories/make-collection.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { deleteCollection } from "../collections/delete-collection.ts";
import { openCollectionExport } from "../export/export-collection.ts";
import { listItems } from "../lead/list-items.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { undoReview } from "../review/undo-review.ts";
import { claimNextTask } from "../work/next-task.ts";
import { submitVerdict } from "../work/submit-verdict.ts";
import { loadFreshLabels, readLabels } from "./label-result.ts";

withTestDatabase();

/** Judges all items: unusable where `isUnusable`, otherwise sound. */
async function judge(actor: Actor, collection: MadeCollection, isUnusable: (name: string) => boolean) {
  for (let { task } = await claimNextTask(actor, { collectionId: collection.id }); task; )
    task = isUnusable(task.item.externalId)
      ? (
          await submitVerdict(actor, task.task.id, {
            revisionId: null,
            fence: task.task.fence as number,
            verdict: "irreparable",
            checklist: {},
            dismissals: [],
            reason: "It makes no sense.",
            activeMs: 0,
          })
        ).next
      : (await giveVerdict(actor, task, "sound")).next;
}

async function exported(collection: MadeCollection) {
  const query = { format: "labels", which: "all" } as const;
  const { name, stream } = await openCollectionExport(collection.researcher, collection.id, query);
  expect(name).toMatch(/\.labels\.jsonl$/);
  const lines = (await text(stream)).trim().split("\n");
  return lines.map(
    (line) =>
      JSON.parse(line) as {
        item: string;
        labels: Record<string, string | null>;
        annotations: { annotator: string; verdict: string }[];
      },
  );
}

it("aggregates first verdicts, compares them with decisions, and opens each number to its items", async () => {
  const collection = await makeCollection({ pairs: 3, settings: { overlap: 3, reviewShareUntouched: 1 } });
  const { researcher } = collection;
  const [ann, ben, cleo, rev] = [
    await collection.annotator(),
    await collection.annotator(),
    await collection.annotator(),
    await collection.reviewer(),
  ];
  await judge(ann, collection, (name) => name === "story_1");
  await judge(ben, collection, (name) => name === "story_1");
  await judge(cleo, collection, (name) => name.endsWith("story_2"));
  let decided = 0;
  for (let { review } = await claimNextReview(rev); review && decided < 4; { review } = await claimNextReview(rev)) {
    await decideReview(rev, review.taskId, { decision: "accept", reason: "", codes: [] });
    decided += 1;
  }
  const { state, labels } = await readLabels(researcher, collection.id);
  expect(state.stored?.isStale).toBe(false);
  expect(labels).toMatchObject({ items: 6, shared: 6 });
  expect(labels!.methods[0]).toMatchObject({ method: "majority", labels: [5, 0, 1], unlabelled: 0 });
  expect(labels!.people.map(({ items, shared }) => [items, shared])).toEqual([
    [6, 6],
    [6, 6],
    [6, 6],
  ]);
  expect(labels!.decided).toBeGreaterThan(0);
  const weightOf = (actor: Actor) => labels!.people.find(({ userId }) => userId === actor.userId)!.weight;
  expect(weightOf(ann)).toBe(weightOf(ben));
  expect(weightOf(ann)).toBeGreaterThan(weightOf(cleo));

  const lines = await exported(collection);
  expect(lines.map(({ item }) => item).sort()).toEqual(
    [1, 2, 3].flatMap((number) => [`story_${number}`, `erroneous_story_${number}`]).sort(),
  );
  expect(lines.find(({ item }) => item === "story_1")!.labels).toMatchObject({ majority: "irreparable" });
  expect(JSON.stringify(lines)).not.toContain(ann.userId);

  // Every number of the tables equals the number of items that its link lists, and what the exported lines say.
  const listed = async (query: object) =>
    (await listItems(researcher, collection.id, { after: 0, figure: "labels", ...query })).items.map(
      ({ externalId }) => externalId,
    );
  for (const { method, labels: counts } of labels!.methods)
    for (const [index, label] of annotationVerdicts.entries()) {
      const items = await listed({ method, label });
      expect(items).toHaveLength(counts[index]!);
      expect(items).toEqual(lines.filter(({ labels: own }) => own[method] === label).map(({ item }) => item));
    }
  for (const person of labels!.people)
    for (const [row, label] of annotationVerdicts.entries())
      for (const [column, given] of annotationVerdicts.entries())
        expect(await listed({ method: "decided", label, given, person: person.userId })).toHaveLength(
          person.counts[row]![column]!,
        );
  for (const { userId: person, shared } of labels!.people)
    expect(await listed({ person, shared: "true" })).toHaveLength(shared);
  expect(await listed({ method: "decided" })).toHaveLength(labels!.decided);
  expect(await listed({ person: cleo.userId, given: "irreparable" })).toHaveLength(2);
  const fromLines = lines.flatMap(({ labels: { decided: is }, annotations }) =>
    annotations.filter(({ verdict }) => is === "sound" && verdict === "irreparable"),
  );
  expect(labels!.counts[0]![2]).toBe(fromLines.length);
});

it("follows new verdicts, decisions and their undoing, and is deleted with its collection", async () => {
  const collection = await makeCollection({ pairs: 1, settings: { overlap: 2, reviewShareUntouched: 1 } });
  const { researcher } = collection;
  expect(await readLabels(researcher, collection.id)).toMatchObject({ labels: { items: 0, people: [] } });
  await judge(await collection.annotator(), collection, () => false);
  expect(await readLabels(researcher, collection.id)).toMatchObject({ labels: { items: 2, shared: 0, methods: [] } });
  await judge(await collection.annotator(), collection, () => false);
  expect(await loadFreshLabels(researcher, collection.id)).toMatchObject({ items: 2, shared: 2, decided: 0 });
  const rev = await collection.reviewer();
  const { review } = await claimNextReview(rev);
  await decideReview(rev, review!.taskId, { decision: "accept", reason: "", codes: [] });
  expect(await loadFreshLabels(researcher, collection.id)).toMatchObject({
    decided: 1,
    counts: [
      [2, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
  });
  await undoReview(rev, review!.taskId);
  expect(await loadFreshLabels(researcher, collection.id)).toMatchObject({ decided: 0 });
  await pool().query(
    "UPDATE annotation_item SET gold_verdict = 'refined' WHERE collection_id = $1 AND external_id = 'story_1'",
    [collection.id],
  );
  expect(await loadFreshLabels(researcher, collection.id)).toMatchObject({
    counts: [
      [0, 0, 0],
      [2, 0, 0],
      [0, 0, 0],
    ],
  });
  const { rows } = await pool().query("SELECT name FROM annotation_collection WHERE id = $1", [collection.id]);
  await deleteCollection(researcher, collection.id, rows[0].name);
  expect((await pool().query("SELECT FROM stored_result WHERE subject = $1", [collection.id])).rowCount).toBe(0);
});

it("is not there for annotators, reviewers and strangers", async () => {
  const collection = await makeCollection();
  const stranger = (await makePerson({ projectId: (await makeProject()).id })).actor;
  for (const actor of [await collection.annotator(), await collection.reviewer(), stranger]) {
    await expect(readLabels(actor, collection.id)).rejects.toThrow();
    await expect(loadFreshLabels(actor, collection.id)).rejects.toThrow();
  }
});
