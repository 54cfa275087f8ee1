import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import { documentHash } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { SiblingCut, SiblingCutsRequest } from "@/lib/domain/annotation/requests.ts";
import type { SiblingCutReport } from "@/lib/domain/annotation/task.ts";
import { followEdit } from "@/lib/domain/stories/anchors/follow-edit.ts";
import { findSiblingSentences } from "@/lib/domain/stories/hints/sibling-sentences.ts";
import { applyEdit } from "@/lib/domain/words/edit.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { json, manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { type LockedTask, lockTask, requireTaskLease } from "../claim/lock-task.ts";

/**
 * Cuts a sentence in the sibling stories of a task's item, each cut as confirmed by the person who holds the task. In
 * copies that no one has begun, the cut is stored as a new revision. Other copies are not changed; instead, the
 * sentence is added to the findings that the annotator sees. The same applies if the sentence has changed since it was
 * shown, if it cannot be cut cleanly, and to gold items, whose known verdict is about the current text. A person who
 * cuts a sentence in an item does not review that item (`isOwnWork`). Idempotent.
 */
export async function cutSiblings(
  actor: Actor,
  taskId: string,
  request: SiblingCutsRequest,
): Promise<SiblingCutReport> {
  const userId = requirePerson(actor);
  return withTx(async (client) => {
    await lockGroup(client, taskId);
    const task = await lockTask(client, actor, "annotation.work", taskId);
    requireTaskLease(task, userId, request.fence);
    const report: SiblingCutReport = { cut: [], told: [] };
    for (const wanted of request.cuts) {
      const sibling = await findSibling(client, task, wanted.sibling);
      if (sibling === null) continue;
      const { changed, left } = await cutCopies(client, userId, sibling.id, request.sentence, wanted);
      if (changed > 0) report.cut.push(wanted.sibling);
      if (left > 0 && (await addFinding(client, sibling.id, wanted.sentence))) report.told.push(wanted.sibling);
      if (changed === 0 && left === 0) continue;
      await flagItem(client, sibling.id);
      await recordAudit(client, {
        actorId: userId,
        projectId: task.projectId,
        action: "annotation.suggest-cut",
        subjectType: "annotation-item",
        subjectId: sibling.id,
        after: { from: task.itemId, cut: changed, told: left },
      });
    }
    return report;
  });
}

/** Locks every copy of the group in one order, so that two people who cut in each other's stories do not deadlock. */
async function lockGroup(client: PoolClient, taskId: string): Promise<void> {
  await client.query(
    sql`SELECT FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id
     JOIN annotation_item AS own ON own.collection_id = item.collection_id AND own.group_key = item.group_key
     JOIN annotation_task AS asked ON asked.item_id = own.id
     WHERE asked.id = ${taskId} ORDER BY task.id FOR UPDATE OF task`,
  );
}

const idRow = z.strictObject({ id: z.string() });

async function findSibling(client: PoolClient, task: LockedTask, externalId: string): Promise<{ id: string } | null> {
  const row = await maybeRow(
    client,
    idRow,
    sql`SELECT id FROM annotation_item WHERE collection_id = ${task.collectionId}
     AND group_key = ${task.item.groupKey} AND external_id = ${externalId} AND id <> ${task.itemId}
     FOR UPDATE`,
  );
  return row ?? null;
}

const copyRow = z.strictObject({
  id: z.string(),
  state: z.string(),
  holder_id: z.string().nullable(),
  fence: z.string(),
  head_id: z.string().nullable(),
  head_number: z.number(),
  document: json<KsteDocument>(),
  /** Someone has worked on the copy, or it is shown to someone as the next item. */
  is_begun: z.boolean().nullable(),
  is_gold: z.boolean(),
});

type CopyRow = z.infer<typeof copyRow>;

/**
 * Cuts the sentence in the copies of an item that no one has begun. Returns the number of copies that were cut, and of
 * copies that still contain the sentence, which their annotators must check.
 */
async function cutCopies(
  client: PoolClient,
  userId: string,
  itemId: string,
  sentence: string,
  wanted: SiblingCut,
): Promise<{ changed: number; left: number }> {
  const rows = await manyRows(
    client,
    copyRow,
    sql`SELECT task.id, task.state::text, task.holder_id, task.fence, task.head_id, task.head_number,
       coalesce(head.document, item.document) AS document,
       EXISTS (SELECT FROM annotation_activity WHERE task_id = task.id)
         OR (task.offered_to <> ${userId} AND task.offered_until < 'infinity'
             AND NOT lease_is_free(task.offered_until, clock_timestamp())) AS is_begun,
       item.gold_verdict IS NOT NULL AS is_gold
     FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id
     LEFT JOIN annotation_revision AS head ON head.id = task.head_id
     WHERE task.item_id = ${itemId} ORDER BY task.copy`,
  );
  let [changed, left] = [0, 0];
  for (const copy of rows) {
    const sentenceMatches = findSentence(copy.document, sentence);
    if (sentenceMatches.length === 0) continue;
    const document = applySiblingCut(copy.document, sentenceMatches, wanted);
    const isFree = copy.state === "open" && copy.holder_id === null && !copy.is_begun;
    if (!isFree || copy.is_gold || document === null) {
      left += 1;
      continue;
    }
    await storeCut(client, userId, copy, document);
    changed += 1;
  }
  return { changed, left };
}

type SentenceMatch = ReturnType<typeof findSiblingSentences>[number];

function findSentence(document: KsteDocument, sentence: string): SentenceMatch[] {
  const character = document.kind === "original" ? "" : document.character;
  return findSiblingSentences(sentence, [{ id: "", text: document.story, character }]);
}

/** The document after the confirmed cut; null if the cut would now be different or is not possible. */
function applySiblingCut(
  document: KsteDocument,
  matches: readonly SentenceMatch[],
  wanted: SiblingCut,
): KsteDocument | null {
  const match = matches.find(({ text, cut }) => text === wanted.sentence && cut?.sentence === wanted.becomes);
  if (!match?.cut) return null;
  const { edit } = match.cut;
  const original = { story: parseWords(document.story), anchors: [...document.anchors] };
  return { ...document, story: applyEdit(document.story, edit), anchors: followEdit(original, edit).anchors };
}

async function storeCut(client: PoolClient, userId: string, copy: CopyRow, document: KsteDocument): Promise<void> {
  const revisionId = randomUUID();
  await client.query(
    sql`INSERT INTO annotation_revision (id, task_id, author_id, base_id, branch, number, origin, document, sha256,
     fence)
     VALUES (${revisionId}, ${copy.id}, ${userId}, ${copy.head_id}, 'main', ${copy.head_number + 1}, 'sibling',
     ${JSON.stringify(document)}, ${documentHash(document)}, ${copy.fence})`,
  );
  await client.query(
    sql`UPDATE annotation_task
      SET head_id = ${revisionId}, head_number = head_number + 1, changed_at = clock_timestamp() WHERE id = ${copy.id}`,
  );
}

/** Adds the sentence to the findings of an item. Returns false if it is already listed. */
async function addFinding(client: PoolClient, itemId: string, sentence: string): Promise<boolean> {
  const message = `A hint was cut from this sentence in a sibling story: ${JSON.stringify(sentence.slice(0, 300))}`;
  const rowCount = await rowCountOf(
    client,
    sql`UPDATE annotation_item SET findings = findings || jsonb_build_array(jsonb_build_object('item', external_id,
       'field', 'story', 'problem', 'explicit-hint', 'message', ${message}::text))
     WHERE id = ${itemId} AND NOT findings @> jsonb_build_array(jsonb_build_object('message', ${message}::text))`,
  );
  return rowCount > 0;
}

async function flagItem(client: PoolClient, itemId: string): Promise<void> {
  await client.query(
    sql`UPDATE annotation_item SET flags = array_append(flags, 'sibling-changed')
     WHERE id = ${itemId} AND NOT 'sibling-changed' = ANY(flags)`,
  );
}
