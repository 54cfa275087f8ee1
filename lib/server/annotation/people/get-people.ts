import * as z from "zod";
import {
  estimateEnd,
  type PairQuality,
  type PersonFigure,
  type PersonQuality,
  preparePeople,
} from "@/lib/domain/annotation/figures/prepare-people.ts";
import { type PersonWeek, prepareWeeks, weekOf } from "@/lib/domain/annotation/figures/prepare-weeks.ts";
import { copyVerdicts } from "@/lib/domain/annotation/requests.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { changeByAuthor, copyChangeFields } from "../items/copy-change.ts";
import { requeueAction } from "../items/requeue-action.ts";
import { hasPracticeCopy } from "../schema/has-practice-copy.ts";
import { itemCharacters } from "../schema/item-characters.ts";

export interface PeopleReport {
  people: (PersonQuality & { name: string })[];
  pairs: (PairQuality & { leftName: string; rightName: string })[];
  weeks: (PersonWeek & { name: string })[];
  /** Copies that are not finished. */
  left: number;
  /** The end of the work at the rate of the last week; null if no work was done in that week. */
  estimatedEnd: Date | null;
}

/** Quality over time by person and pair, and the estimated end of the collection. Only for users who manage it. */
export async function getPeople(actor: Actor, collectionId: string, now: Date): Promise<PeopleReport> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const [verdicts, reviewed, remaining] = await Promise.all([
    readVerdicts(collectionId),
    readReviewedItems(collectionId),
    countRemaining(collectionId),
  ]);
  const { people, pairs } = preparePeople(verdicts, reviewed);
  const names = await readNames(people.map(({ userId }) => userId));
  const nameOf = (userId: string) => names.get(userId) ?? "Someone";
  return {
    people: people.map((person) => ({ ...person, name: nameOf(person.userId) })),
    pairs: pairs.map((pair) => ({ ...pair, leftName: nameOf(pair.left), rightName: nameOf(pair.right) })),
    weeks: prepareWeeks(verdicts).map((week) => ({ ...week, name: nameOf(week.userId) })),
    left: remaining,
    estimatedEnd: estimateEnd(
      verdicts.map(({ at }) => at),
      remaining,
      now,
    ),
  };
}

/** The items behind a figure of a person, or behind the agreement of two people. The caller has checked the right. */
export async function listItemsOfPersonFigure(
  collectionId: string,
  {
    figure,
    person,
    other,
    week,
  }: { figure: PersonFigure; person: string; other?: string | undefined; week?: string | undefined },
): Promise<string[]> {
  const [verdicts, reviewed] = await Promise.all([readVerdicts(collectionId), readReviewedItems(collectionId)]);
  // The agreement of a week compares the verdicts of that week with verdicts of any time.
  const isOfWeek = (verdict: (typeof verdicts)[number]) =>
    week === undefined || verdict.userId !== person || weekOf(verdict.at) === week;
  const { people, pairs } = preparePeople(verdicts.filter(isOfWeek), reviewed);
  if (other === undefined) return people.find(({ userId }) => userId === person)?.behind[figure] ?? [];
  const isPair = ({ left, right }: PairQuality) => [left, right].includes(person) && [left, right].includes(other);
  return pairs.find((pair) => person !== other && isPair(pair))?.behind ?? [];
}

const verdictRow = z.strictObject({
  author_id: z.string(),
  item_id: z.string(),
  first: z.enum(copyVerdicts),
  verdict: z.enum(copyVerdicts),
  saved_at: z.date(),
  active_ms: z.number(),
  characters: z.number(),
  is_unblinded: z.boolean(),
  before: z.enum(copyVerdicts).nullable(),
  is_gold_right: z.boolean().nullable(),
  change: copyChangeFields,
});

/**
 * The verdicts of each person on each copy. `before` is their last verdict before a lead requeued the item; null if it
 * was not requeued, and if a review returned the copy in between, because a return tells the annotator what to change.
 * Answers to a task schema all have one verdict and count as right: their agreement and gold are computed with the
 * comparison of the answers (`load-people.ts`), and only the items behind a figure are read here.
 */
async function readVerdicts(collectionId: string) {
  const rows = await manyRows(
    pool(),
    verdictRow,
    sql`
    SELECT DISTINCT ON (verdict.task_id, verdict.author_id) verdict.author_id, task.item_id, first.verdict AS first,
      verdict.verdict, first.saved_at, first.active_ms, ${itemCharacters} AS characters, first.is_unblinded, earlier.verdict AS before,
      coalesce(item.gold_verdict = first.verdict, CASE WHEN item.gold_answer IS NOT NULL AND NOT ${hasPracticeCopy} THEN true END) AS is_gold_right, given.change
    FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
    JOIN annotation_item AS item ON item.id = task.item_id CROSS JOIN LATERAL (SELECT verdict.author_id AS id) AS author
    CROSS JOIN LATERAL (
      SELECT one.verdict, one.saved_at, one.active_ms, one.is_unblinded FROM annotation_verdict AS one
      WHERE one.task_id = verdict.task_id AND one.author_id = verdict.author_id
        AND (item.kind <> 'schema' OR one.verdict = 'answered') ORDER BY one.saved_at, one.id LIMIT 1
    ) AS first
    CROSS JOIN LATERAL (
      SELECT max(${changeByAuthor}) AS change FROM annotation_verdict AS verdict
      LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
      WHERE verdict.task_id = task.id AND verdict.author_id = author.id
    ) AS given
    LEFT JOIN LATERAL (
      SELECT one.verdict, one.saved_at FROM annotation_verdict AS one
      WHERE one.task_id = verdict.task_id AND one.author_id = verdict.author_id AND one.saved_at < (
        SELECT max(at) FROM audit_event WHERE subject_type = 'annotation-item' AND subject_id = item.id::text
          AND action = ${requeueAction} AND at < verdict.saved_at)
      ORDER BY one.saved_at DESC LIMIT 1
    ) AS earlier ON NOT EXISTS (
      SELECT FROM standing_review AS review WHERE review.task_id = task.id AND review.decision = 'return'
        AND review.saved_at BETWEEN earlier.saved_at AND verdict.saved_at)
    WHERE task.collection_id = ${collectionId}::uuid
    ORDER BY verdict.task_id, verdict.author_id, verdict.saved_at DESC
  `,
  );
  return rows.map((row) => ({
    userId: row.author_id,
    itemId: row.item_id,
    first: row.first,
    verdict: row.verdict,
    change: row.change,
    at: row.saved_at,
    activeMs: row.active_ms,
    characters: row.characters,
    isUnblinded: row.is_unblinded,
    before: row.before,
    isGoldRight: row.is_gold_right,
  }));
}

const reviewedItemRow = z.strictObject({ author_id: z.string(), item_id: z.string(), was_returned: z.boolean() });

async function readReviewedItems(collectionId: string) {
  const rows = await manyRows(
    pool(),
    reviewedItemRow,
    sql`
    SELECT verdict.author_id, task.item_id, bool_or(review.decision = 'return') AS was_returned
    FROM counted_review AS review JOIN annotation_task AS task ON task.id = review.task_id
    JOIN LATERAL (
      SELECT author_id FROM annotation_verdict WHERE task_id = task.id AND saved_at <= review.saved_at
      ORDER BY saved_at DESC LIMIT 1
    ) AS verdict ON true
    WHERE task.collection_id = ${collectionId}::uuid GROUP BY verdict.author_id, task.id, task.item_id
  `,
  );
  return rows.map((row) => ({
    userId: row.author_id,
    itemId: row.item_id,
    wasReturned: row.was_returned,
  }));
}

const remainingRow = z.strictObject({ left: z.number() });

async function countRemaining(collectionId: string): Promise<number> {
  const row = await oneRow(
    pool(),
    remainingRow,
    sql`
    SELECT coalesce(sum(count), 0)::int AS left FROM annotation_count WHERE collection_id = ${collectionId}::uuid
      AND scope = 'task' AND state IN ('open', 'leased', 'parked', 'returned')
  `,
  );
  return row.left;
}

const nameRow = z.strictObject({ id: z.string(), name: z.string() });

async function readNames(userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await manyRows(pool(), nameRow, sql`SELECT id, name FROM app_user WHERE id = ANY(${userIds}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row.name]));
}
