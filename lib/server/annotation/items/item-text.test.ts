import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { selectItemText } from "@/lib/domain/annotation/documents/item-text.ts";
import type { ItemStatus, TaskPayload } from "@/lib/domain/annotation/task.ts";
import { giveVerdict, makeCollection, saveText, withSentence } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { openCollectionExport } from "../export/export-collection.ts";
import { publishAcceptedItems } from "../publish/publish-accepted.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { claimNextTask } from "../work/next-task.ts";
import { reopenTask } from "../work/reopen-task.ts";

withTestDatabase();

/** Annotates the collection: the named items get the sentence, all others are found sound. */
async function annotate(actor: Actor, collectionId: string, refined: Readonly<Record<string, string>>) {
  const tasks = new Map<string, TaskPayload>();
  for (let { task } = await claimNextTask(actor, { collectionId }); task; ) {
    const sentence = refined[task.item.externalId];
    tasks.set(task.item.externalId, task);
    if (sentence === undefined) task = (await giveVerdict(actor, task, "sound")).next;
    else {
      const { revisionId } = await saveText(actor, task, withSentence(task.document, sentence));
      task = (await giveVerdict(actor, task, "refined", revisionId)).next;
    }
  }
  return tasks;
}

it("is the same for the view, the domain, the export and the benchmark, whatever became of the item", async () => {
  const collection = await makeCollection({ pairs: 4, settings: { overlap: 2 } });
  const [ann, ben, rev] = [await collection.annotator(), await collection.annotator(), await collection.reviewer()];
  const names = ["story_1", "erroneous_story_1", "story_2", "erroneous_story_2", "story_3", "story_4"];
  const first = await annotate(ann, collection.id, {
    story_2: "By Ann.",
    erroneous_story_2: "By Ann.",
    story_3: "By Ann.",
  });
  await annotate(ben, collection.id, Object.fromEntries(names.map((name) => [name, "By Ben."])));
  const reviewed = new Set<string>();
  // Of story_1 and erroneous_story_1 the unchanged copy is accepted, of story_2 the older of two changed ones.
  for (let { review } = await claimNextReview(rev); review; { review } = await claimNextReview(rev)) {
    const name = review.item.externalId;
    reviewed.add(name);
    const taskId = first.get(name)?.task.id ?? review.taskId;
    if (!names.slice(0, 4).includes(name)) break;
    await decideReview(rev, taskId, { decision: "accept", reason: "" });
  }
  // erroneous_story_2 was rejected by its re-solve, erroneous_story_1 waits for one, a submission of story_4 is reopened.
  const set = (name: string, status: ItemStatus) =>
    pool().query(
      "UPDATE annotation_item SET status = $3::annotation_item_status WHERE collection_id = $1 AND external_id = $2",
      [collection.id, name, status],
    );
  await set("erroneous_story_2", "rejected");
  await set("erroneous_story_1", "reviewed");
  await pool().query("UPDATE annotation_item SET review_started_at = NULL WHERE collection_id = $1", [collection.id]);
  await reopenTask(ann, first.get("story_4")?.task.id as string);

  const { rows } = await pool().query(
    `SELECT item.external_id, item.status::text, item.accepted_task_id, item.accepted_revision_id, item.document->>'story' AS imported,
       view.current_revision_id, view.current_document->>'story' AS current, view.released_document->>'story' AS released,
       coalesce((SELECT json_agg(json_build_object('revisionId', verdict.revision_id, 'savedAt', verdict.saved_at))
         FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
         WHERE task.item_id = item.id), '[]') AS submissions
     FROM annotation_item AS item JOIN item_text AS view ON view.item_id = item.id WHERE item.collection_id = $1 ORDER BY item.ordinal`,
    [collection.id],
  );
  const stories = await pool().query("SELECT id, document->>'story' AS story FROM annotation_revision");
  const storyOf = new Map<string, string>(stories.rows.map(({ id, story }) => [id, story]));
  for (const row of rows) {
    const submissions = row.submissions.map((one: { revisionId: string | null; savedAt: string }) => ({
      ...one,
      savedAt: new Date(one.savedAt),
    }));
    const { current, released } = selectItemText({
      status: row.status,
      acceptedTaskId: row.accepted_task_id,
      acceptedRevisionId: row.accepted_revision_id,
      submissions,
    });
    const words = (revision: string | null) => (revision === null ? row.imported : storyOf.get(revision));
    expect([row.external_id, row.current_revision_id, row.current, row.released]).toEqual([
      row.external_id,
      current,
      words(current),
      released === undefined ? null : words(released),
    ]);
  }
  const ends = Object.fromEntries(
    rows.map(({ external_id, current, imported }) => [external_id, current.slice(imported.length).trim()]),
  );
  expect(ends).toMatchObject({
    story_1: "",
    erroneous_story_1: "",
    story_2: "By Ann.",
    erroneous_story_2: "By Ann.",
    story_3: "By Ben.",
    story_4: "By Ben.",
    erroneous_story_4: "",
  });

  const { stream } = await openCollectionExport(collection.researcher, collection.id, {
    format: "jsonl",
    which: "all",
  });
  const exported = (await text(stream))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const row of rows) {
    const line = exported.find((one) => [one.story_id, one.id, one.erroneous_story_id].includes(row.external_id));
    expect(JSON.stringify(line)).toContain(JSON.stringify(row.current).slice(1, -1));
  }
  await publishAcceptedItems(collection.researcher, collection.id);
  const published = await pool().query(
    `SELECT item.external_id, story.text FROM annotation_item AS item JOIN item_version AS version ON version.id = item.item_version_id
     JOIN story_version AS story ON story.id = version.story_version_id WHERE item.collection_id = $1`,
    [collection.id],
  );
  expect(published.rows.length).toBeGreaterThan(2);
  for (const row of published.rows)
    expect(row.text).toBe(rows.find(({ external_id }) => external_id === row.external_id)?.released);
});
