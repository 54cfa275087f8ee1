import * as z from "zod";
import { answerFigureQuery } from "@/lib/domain/annotation/figures/answer-figure-query.ts";
import { labelMethods } from "@/lib/domain/annotation/figures/fold-labels.ts";
import { personFigures } from "@/lib/domain/annotation/figures/prepare-people.ts";
import { annotationVerdicts } from "@/lib/domain/annotation/requests.ts";
import { taskStates } from "@/lib/domain/annotation/task.ts";
import { editedKinds, originalKinds, twoOptionKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { allConditions, fragment, type SqlFragment } from "../../platform/database/sql.ts";
import { auditedItems } from "../audit/audited-items.ts";
import { changeByAuthor, copyChange, hasSiblingCut } from "../items/copy-change.ts";
import { isOverruled } from "../items/is-overruled.ts";
import { listItemsOfPersonFigure } from "../people/get-people.ts";
import { answerCondition, answerFigures, isComparedWithGold } from "./answer-figures.ts";
import { selectReasonCodes } from "./given-codes.ts";

/** Figures of a collection that link to their items. A figure and its list of items use the same condition. */
export const itemFigures = [
  "finished",
  "unfinished",
  "refined",
  "marks-only",
  "irreparable",
  "returned",
  "changed",
  "marks-changed",
  "defect",
  "refined-in-any-way",
  "improved",
  "rejected",
  "shared",
] as const;
export type ItemFigure = (typeof itemFigures)[number];

/** Figures of one reason code, by where it was used. */
export const codeFigures = ["code-refined", "code-marks", "code-unusable", "code-changed", "code-returned"] as const;
export type CodeFigure = (typeof codeFigures)[number];

/** Figures of one person's work, in addition to the quality figures (`prepare-people.ts`). */
export const workFigures = [
  "work-finished",
  "work-refined",
  "work-marks",
  "work-held",
  "work-skipped",
  "work-reviewed",
  "work-paid",
  "work-timed",
  "work-review-timed",
] as const;
export type WorkFigure = (typeof workFigures)[number];

/** Figures of a re-review, and of the audit: erroneous stories of pairs, and questions. */
const selectionFigures = ["re-review", "audit-pair", "audit-question"] as const;
type SelectionFigure = (typeof selectionFigures)[number];

/** How the label of an item was determined: aggregated by one of these methods, or decided by gold or review. */
const labelSources = [...labelMethods, "decided"] as const;
/** The label of an item for which a method gives no label because of a tie. */
const noLabel = "none";

/** The search parameters that open a figure. */
export const figureQuery = {
  figure: z
    .enum([
      ...itemFigures,
      ...codeFigures,
      ...workFigures,
      ...personFigures,
      ...answerFigures,
      ...selectionFigures,
      "labels",
    ])
    .optional(),
  /** The person of the figure. */
  person: z.uuid().optional(),
  /** The second person of a pair. */
  other: z.uuid().optional(),
  /** Restricts a person's judged, agreement, gold and fast copies to the week that begins on this Monday. */
  week: z.iso.date().optional(),
  /** The reason code. */
  code: boundedText(60).optional(),
  /** For `labels`: how the label was determined, and the label. If no label is given: all items with a label. */
  method: z.enum(labelSources).optional(),
  label: z.enum([...annotationVerdicts, noLabel]).optional(),
  /** For `labels`: a first verdict of the person. If no person is given: a first verdict of anyone. */
  given: z.enum(annotationVerdicts).optional(),
  /** For `labels`: only items that others have judged too. */
  shared: z.literal("true").optional(),
  /** For `re-review`: the re-review, and its first decision; `waiting` for none yet. If not given: all its items. */
  reReview: z.uuid().optional(),
  decision: z.enum(["accept", "change", "return", "waiting"]).optional(),
  /** For figures of the audit: the audited items. */
  which: z.enum(["accepted", "all"]).optional(),
  /** Only items with a copy in this state. */
  copies: z.enum(taskStates).optional(),
  ...answerFigureQuery.shape,
};
export type FigureQuery = z.infer<z.ZodObject<typeof figureQuery>>;

const isFinished = fragment`EXISTS (SELECT FROM annotation_task WHERE item_id = item.id)
  AND NOT EXISTS (SELECT FROM annotation_task AS task WHERE item_id = item.id
    AND NOT EXISTS (SELECT FROM annotation_verdict WHERE task_id = task.id))`;
const judgedCopies = fragment`SELECT FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
  LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id WHERE task.item_id = item.id`;
const hasTextChange = fragment`EXISTS (${judgedCopies} AND ${copyChange} = 'text')`;
const isLatest = fragment`NOT EXISTS (SELECT FROM annotation_verdict AS newer WHERE newer.task_id = verdict.task_id
  AND (newer.saved_at, newer.id) > (verdict.saved_at, verdict.id))`;
const isFirst = fragment`NOT EXISTS (SELECT FROM annotation_verdict AS older WHERE older.task_id = verdict.task_id
  AND (older.saved_at, older.id) < (verdict.saved_at, verdict.id))`;
const firstReview = fragment`(SELECT to_jsonb(review) FROM counted_review AS review WHERE review.item_id = item.id
  ORDER BY review.saved_at LIMIT 1)`;
const hasReviewWhere = (what: SqlFragment) =>
  fragment`EXISTS (SELECT FROM counted_review AS review WHERE review.item_id = item.id AND ${what})`;
const hasVerdictWhere = (what: SqlFragment) => fragment`EXISTS (SELECT FROM annotation_verdict AS verdict
  JOIN annotation_task AS task ON task.id = verdict.task_id
  LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id WHERE task.item_id = item.id AND ${what})`;
const isBeforeFirstReview = fragment`verdict.saved_at <= (${firstReview}->>'saved_at')::timestamptz`;
const isRefinedBeforeReview = hasVerdictWhere(
  fragment`(${copyChange} = 'text' OR ${hasSiblingCut}) AND ${isBeforeFirstReview}`,
);
const isNotAccepted = fragment`(${firstReview}->>'decision') <> 'accept'`;
const isSample = fragment`(${firstReview}->>'is_sample')::boolean`;

const itemConditions: Readonly<Record<ItemFigure, SqlFragment>> = {
  finished: isFinished,
  unfinished: fragment`EXISTS (SELECT FROM annotation_task WHERE item_id = item.id AND state IN ('open', 'leased', 'parked', 'returned'))`,
  refined: fragment`${isFinished} AND ${hasTextChange}`,
  "marks-only": fragment`${isFinished} AND NOT ${hasTextChange} AND EXISTS (${judgedCopies} AND ${copyChange} = 'marks')`,
  irreparable: fragment`${isFinished}
    AND EXISTS (${judgedCopies} AND verdict.verdict = 'irreparable' AND ${isLatest} AND NOT ${isOverruled})`,
  returned: hasReviewWhere(fragment`decision = 'return'`),
  changed: fragment`${isNotAccepted} AND NOT ${isSample} AND ${isRefinedBeforeReview}`,
  "marks-changed": fragment`${isNotAccepted} AND NOT ${isSample} AND NOT ${isRefinedBeforeReview}
    AND ${hasVerdictWhere(fragment`${copyChange} = 'marks' AND ${isBeforeFirstReview}`)}`,
  defect: fragment`${isNotAccepted} AND ${isSample}`,
  "refined-in-any-way": fragment`${isFinished} AND EXISTS (${judgedCopies} AND ${copyChange} IS NOT NULL)`,
  improved: fragment`${isFinished} AND ${hasReviewWhere(fragment`decision = 'change'`)}`,
  rejected: fragment`(SELECT NOT passed FROM annotation_gate WHERE item_id = item.id AND passed IS NOT NULL
    ORDER BY created_at DESC LIMIT 1)`,
  shared: fragment`${isFinished} AND (SELECT count(*) FROM annotation_task AS task JOIN annotation_verdict AS verdict
    ON verdict.task_id = task.id WHERE task.item_id = item.id AND ${isFirst} AND NOT verdict.is_unblinded) > 1`,
};

function codeConditions(code: string): Readonly<Record<CodeFigure, SqlFragment>> {
  const isJudged = fragment`${code}::text = ANY(${selectReasonCodes("verdict")})`;
  const isReviewed = fragment`${code}::text = ANY(${selectReasonCodes("review")})`;
  return {
    "code-refined": hasVerdictWhere(fragment`${changeByAuthor} = 'text' AND ${isJudged}`),
    "code-marks": hasVerdictWhere(fragment`${changeByAuthor} = 'marks' AND ${isJudged}`),
    "code-unusable": hasVerdictWhere(fragment`verdict.verdict = 'irreparable' AND ${isJudged}`),
    "code-changed": hasReviewWhere(fragment`review.decision = 'change' AND ${isReviewed}`),
    "code-returned": hasReviewWhere(fragment`review.decision = 'return' AND ${isReviewed}`),
  };
}

function workConditions(userId: string | null): Readonly<Record<WorkFigure, SqlFragment>> {
  const person = fragment`${userId}::uuid`;
  const hasVerdict = hasVerdictWhere(fragment`verdict.author_id = ${person}`);
  const hasTextChangeByPerson = hasVerdictWhere(fragment`verdict.author_id = ${person} AND ${changeByAuthor} = 'text'`);
  const hasMarkChangeByPerson = hasVerdictWhere(
    fragment`verdict.author_id = ${person} AND ${changeByAuthor} = 'marks'`,
  );
  const hasReview = fragment`EXISTS (SELECT FROM annotation_review WHERE item_id = item.id AND reviewer_id = ${person})`;
  const wasReviewTimed = fragment`EXISTS (SELECT FROM annotation_review_work
    WHERE item_id = item.id AND user_id = ${person} AND active_ms > 0)`;
  return {
    "work-finished": hasVerdict,
    "work-refined": hasTextChangeByPerson,
    "work-marks": fragment`NOT ${hasTextChangeByPerson} AND ${hasMarkChangeByPerson}`,
    "work-held": fragment`EXISTS (SELECT FROM annotation_task AS task
      WHERE item_id = item.id AND holder_id = ${person} AND state IN ('leased', 'parked', 'returned'))`,
    "work-skipped": fragment`EXISTS (SELECT FROM audit_event
      WHERE subject_type = 'annotation-item' AND subject_id = item.id::text
        AND action = 'annotation.skip' AND actor_id = ${person})`,
    "work-reviewed": hasReview,
    "work-paid": fragment`(${hasVerdict} OR ${hasReview})`,
    "work-timed": fragment`(${wasReviewTimed} OR EXISTS (SELECT FROM annotation_activity AS activity
      JOIN annotation_task AS task ON task.id = activity.task_id
      WHERE task.item_id = item.id AND activity.user_id = ${person} AND activity.active_ms > 0))`,
    "work-review-timed": wasReviewTimed,
  };
}

/**
 * SQL: the conditions on `annotation_item AS item` for the items of a figure. Without a figure there are no conditions.
 * If parameters are missing, no item matches.
 */
export async function buildFigureConditions(collectionId: string, query: FigureQuery): Promise<SqlFragment[]> {
  const { figure, person, code, copies } = query;
  const conditions: SqlFragment[] = [];
  if (copies !== undefined)
    conditions.push(fragment`EXISTS (SELECT FROM annotation_task WHERE item_id = item.id AND state::text = ${copies})`);
  if (figure === undefined) return conditions;
  if (isOneOf(itemFigures, figure)) conditions.push(itemConditions[figure]);
  else if (isOneOf(codeFigures, figure)) conditions.push(codeConditions(code ?? "")[figure]);
  else if (isOneOf(selectionFigures, figure)) conditions.push(selectionCondition(collectionId, figure, query));
  else if (figure === "labels") conditions.push(labelCondition(collectionId, query));
  else if (isOneOf(workFigures, figure)) conditions.push(workConditions(person ?? null)[figure]);
  else if (isOneOf(answerFigures, figure)) conditions.push(answerCondition(collectionId, { ...query, figure }));
  else {
    const ids = person === undefined ? [] : await listItemsOfPersonFigure(collectionId, { ...query, figure, person });
    conditions.push(fragment`item.id = ANY(${ids}::uuid[])`);
    if (figure === "gold" && person !== undefined) conditions.push(isComparedWithGold(collectionId, person));
  }
  return conditions;
}

/** SQL: the items that a re-review or an audit selects. */
function selectionCondition(
  collectionId: string,
  figure: SelectionFigure,
  { reReview: chosenReReview, decision, which = "all" }: FigureQuery,
): SqlFragment {
  const reReview = chosenReReview ?? null;
  if (figure !== "re-review") {
    const items = auditedItems(collectionId, which);
    if (figure === "audit-question")
      return fragment`item.kind = ANY(${twoOptionKinds}) AND item.id IN (SELECT id FROM (${items}) AS one)`;
    return fragment`item.id IN (WITH audited AS (${items}) SELECT error.id FROM audited AS error
      WHERE error.kind = ANY(${editedKinds}) AND EXISTS (SELECT FROM audited AS original
        WHERE original.kind = ANY(${originalKinds}) AND original.group_key = error.group_key))`;
  }
  const isChosen = fragment`item.id IN (SELECT item_id FROM annotation_re_review_item
    WHERE re_review_id = ${reReview}::uuid)`;
  if (decision === undefined) return isChosen;
  const first = fragment`(SELECT decision::text FROM standing_review WHERE item_id = item.id
    AND re_review_id = ${reReview}::uuid ORDER BY saved_at LIMIT 1)`;
  return fragment`${isChosen} AND coalesce(${first}, 'waiting') = ${decision}`;
}

/**
 * SQL: the items of a figure about aggregated labels. The condition reads the stored result in the database, because
 * the result can contain thousands of items.
 */
function labelCondition(collectionId: string, { method, label, given, person, shared }: FigureQuery): SqlFragment {
  const labelByMethod = fragment`one->'labels'->>${method}::text`;
  const isLabelled =
    label === undefined
      ? fragment`${labelByMethod} IS NOT NULL`
      : fragment`coalesce(${labelByMethod}, ${noLabel}) = ${label}`;
  const isByPerson = person === undefined ? fragment`true` : fragment`key = ${person}`;
  return fragment`item.id IN (
    SELECT (one->>'id')::uuid FROM stored_result, json_array_elements(document->'items') AS one
    WHERE ${allConditions([
      fragment`kind = 'labels' AND subject = ${collectionId}::text`,
      ...(method === undefined ? [] : [isLabelled]),
      ...(shared === undefined ? [] : [fragment`(SELECT count(*) FROM json_each_text(one->'given')) > 1`]),
      ...(person === undefined ? [] : [fragment`one->'given'->>${person}::text IS NOT NULL`]),
      ...(given === undefined
        ? []
        : [fragment`EXISTS (SELECT FROM json_each_text(one->'given') WHERE value = ${given} AND ${isByPerson})`]),
    ])})`;
}

function isOneOf<Value extends string>(values: readonly Value[], value: string): value is Value {
  return (values as readonly string[]).includes(value);
}
