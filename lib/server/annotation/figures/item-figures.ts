import * as z from "zod";
import { labelMethods } from "@/lib/domain/annotation/figures/fold-labels.ts";
import { personFigures } from "@/lib/domain/annotation/figures/prepare-people.ts";
import { type AnnotationVerdict, annotationVerdicts } from "@/lib/domain/annotation/requests.ts";
import { taskStates } from "@/lib/domain/annotation/task.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { copyChangeText, ownChangeText, wasCutText } from "../items/copy-change.ts";
import { isOverruledText } from "../items/is-overruled.ts";
import { itemsBehindPerson } from "../people/get-people.ts";
import { codesText } from "./given-codes.ts";

/** Figures of a collection that link to their items: the figure and the list use the same condition. */
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

/** Figures of one reason code, by where the code was used. */
export const codeFigures = ["code-refined", "code-marks", "code-unusable", "code-changed", "code-returned"] as const;
export type CodeFigure = (typeof codeFigures)[number];

/** Figures of one person's work, beside those of their quality (`prepare-people.ts`). */
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

/** The labels of an item: aggregated in one of these ways, or decided by gold or review. */
const labelSources = [...labelMethods, "decided"] as const;
/** Of a method: no label because of a tie. */
const noLabel = "none";

/** The search parameters that open a figure. */
export const figureQuery = {
  figure: z.enum([...itemFigures, ...codeFigures, ...workFigures, ...personFigures, "labels"]).optional(),
  /** The person of the figure. */
  person: z.uuid().optional(),
  /** The second person of a pair. */
  other: z.uuid().optional(),
  /** Only the week from this Monday on, of a person's judged, agreement, gold and fast copies. */
  week: z.iso.date().optional(),
  /** The reason code. */
  code: boundedText(60).optional(),
  /** Of `labels`: how the label was made, and which it is; without a label all items that have one. */
  method: z.enum(labelSources).optional(),
  label: z.enum([...annotationVerdicts, noLabel]).optional(),
  /** Of `labels`: a first verdict of the person, or of anyone. */
  given: z.enum(annotationVerdicts).optional(),
  /** Only items with a copy in this state. */
  copies: z.enum(taskStates).optional(),
};
export interface FigureQuery {
  figure?: ItemFigure | CodeFigure | WorkFigure | (typeof personFigures)[number] | "labels" | undefined;
  person?: string | undefined;
  other?: string | undefined;
  week?: string | undefined;
  code?: string | undefined;
  method?: (typeof labelSources)[number] | undefined;
  label?: AnnotationVerdict | typeof noLabel | undefined;
  given?: AnnotationVerdict | undefined;
  copies?: (typeof taskStates)[number] | undefined;
}

const isFinished = `EXISTS (SELECT FROM annotation_task WHERE item_id = item.id)
  AND NOT EXISTS (SELECT FROM annotation_task AS task WHERE item_id = item.id
    AND NOT EXISTS (SELECT FROM annotation_verdict WHERE task_id = task.id))`;
const submitted = `SELECT FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
  LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id WHERE task.item_id = item.id`;
const hasText = `EXISTS (${submitted} AND ${copyChangeText} = 'text')`;
const isLatest = `NOT EXISTS (SELECT FROM annotation_verdict AS newer WHERE newer.task_id = verdict.task_id
  AND (newer.saved_at, newer.id) > (verdict.saved_at, verdict.id))`;
const isFirst = `NOT EXISTS (SELECT FROM annotation_verdict AS older WHERE older.task_id = verdict.task_id
  AND (older.saved_at, older.id) < (verdict.saved_at, verdict.id))`;
const firstReview = `(SELECT to_jsonb(review) FROM counted_review AS review WHERE review.item_id = item.id
  ORDER BY review.saved_at LIMIT 1)`;
const wasReviewed = (what: string) =>
  `EXISTS (SELECT FROM counted_review AS review WHERE review.item_id = item.id AND ${what})`;
const wasJudged = (what: string) => `EXISTS (SELECT FROM annotation_verdict AS verdict
  JOIN annotation_task AS task ON task.id = verdict.task_id
  LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id WHERE task.item_id = item.id AND ${what})`;
const beforeReview = `verdict.saved_at <= (${firstReview}->>'saved_at')::timestamptz`;
const wasRefined = wasJudged(`(${copyChangeText} = 'text' OR ${wasCutText}) AND ${beforeReview}`);
const isWanting = `(${firstReview}->>'decision') <> 'accept'`;
const isSample = `(${firstReview}->>'is_sample')::boolean`;

const itemWhere: Readonly<Record<ItemFigure, string>> = {
  finished: isFinished,
  unfinished: `EXISTS (SELECT FROM annotation_task WHERE item_id = item.id AND state IN ('open', 'leased', 'parked', 'returned'))`,
  refined: `${isFinished} AND ${hasText}`,
  "marks-only": `${isFinished} AND NOT ${hasText} AND EXISTS (${submitted} AND ${copyChangeText} = 'marks')`,
  irreparable: `${isFinished}
    AND EXISTS (${submitted} AND verdict.verdict = 'irreparable' AND ${isLatest} AND NOT ${isOverruledText})`,
  returned: wasReviewed("decision = 'return'"),
  changed: `${isWanting} AND NOT ${isSample} AND ${wasRefined}`,
  "marks-changed": `${isWanting} AND NOT ${isSample} AND NOT ${wasRefined}
    AND ${wasJudged(`${copyChangeText} = 'marks' AND ${beforeReview}`)}`,
  defect: `${isWanting} AND ${isSample}`,
  "refined-in-any-way": `${isFinished} AND EXISTS (${submitted} AND ${copyChangeText} IS NOT NULL)`,
  improved: `${isFinished} AND ${wasReviewed("decision = 'change'")}`,
  rejected: `(SELECT NOT passed FROM annotation_gate WHERE item_id = item.id AND passed IS NOT NULL
    ORDER BY created_at DESC LIMIT 1)`,
  shared: `${isFinished} AND (SELECT count(*) FROM annotation_task AS task JOIN annotation_verdict AS verdict
    ON verdict.task_id = task.id WHERE task.item_id = item.id AND ${isFirst} AND NOT verdict.is_unblinded) > 1`,
};

const codeWhere: Readonly<Record<CodeFigure, string>> = {
  "code-refined": wasJudged(`${ownChangeText} = 'text' AND $1 = ANY(${codesText("verdict")})`),
  "code-marks": wasJudged(`${ownChangeText} = 'marks' AND $1 = ANY(${codesText("verdict")})`),
  "code-unusable": wasJudged(`verdict.verdict = 'irreparable' AND $1 = ANY(${codesText("verdict")})`),
  "code-changed": wasReviewed(`review.decision = 'change' AND $1 = ANY(${codesText("review")})`),
  "code-returned": wasReviewed(`review.decision = 'return' AND $1 = ANY(${codesText("review")})`),
};

const theirs = "SELECT FROM annotation_task AS task";
const ownText = wasJudged(`verdict.author_id = $1 AND ${ownChangeText} = 'text'`);
const wasReviewTimed =
  "EXISTS (SELECT FROM annotation_review_work WHERE item_id = item.id AND user_id = $1 AND active_ms > 0)";
const workWhere: Readonly<Record<WorkFigure, string>> = {
  "work-finished": wasJudged("verdict.author_id = $1"),
  "work-refined": ownText,
  "work-marks": `NOT ${ownText} AND ${wasJudged(`verdict.author_id = $1 AND ${ownChangeText} = 'marks'`)}`,
  "work-held": `EXISTS (${theirs} WHERE item_id = item.id AND holder_id = $1 AND state IN ('leased', 'parked', 'returned'))`,
  "work-skipped": `EXISTS (SELECT FROM audit_event WHERE subject_type = 'annotation-item' AND subject_id = item.id::text
    AND action = 'annotation.skip' AND actor_id = $1)`,
  "work-reviewed": "EXISTS (SELECT FROM annotation_review WHERE item_id = item.id AND reviewer_id = $1)",
  "work-paid": `(${wasJudged("verdict.author_id = $1")}
    OR EXISTS (SELECT FROM annotation_review WHERE item_id = item.id AND reviewer_id = $1))`,
  "work-timed": `(${wasReviewTimed} OR EXISTS (SELECT FROM annotation_activity AS activity
    JOIN annotation_task AS task ON task.id = activity.task_id
    WHERE task.item_id = item.id AND activity.user_id = $1 AND activity.active_ms > 0))`,
  "work-review-timed": wasReviewTimed,
};

/** A part of a WHERE on `annotation_item AS item`, with the values of its placeholders. */
export interface FigureCondition {
  text: string;
  values: unknown[];
}

/**
 * The condition for the items of a figure; no condition without a figure, and one that matches no items where the
 * parameters are incomplete.
 */
export async function figureConditions(collectionId: string, query: FigureQuery): Promise<FigureCondition[]> {
  const { figure, person, code, copies } = query;
  const conditions: FigureCondition[] = [];
  if (copies !== undefined)
    conditions.push({
      text: "EXISTS (SELECT FROM annotation_task WHERE item_id = item.id AND state::text = $1)",
      values: [copies],
    });
  if (figure === undefined) return conditions;
  if (isOneOf(itemFigures, figure)) conditions.push({ text: itemWhere[figure], values: [] });
  else if (isOneOf(codeFigures, figure))
    conditions.push({ text: codeWhere[figure].replaceAll("$1", "$1::text"), values: [code ?? ""] });
  else if (figure === "labels") conditions.push(labelCondition(collectionId, query));
  else if (isOneOf(workFigures, figure))
    conditions.push({ text: workWhere[figure].replaceAll("$1", "$1::uuid"), values: [person ?? null] });
  else {
    const ids = person === undefined ? [] : await itemsBehindPerson(collectionId, { ...query, figure, person });
    conditions.push({ text: "item.id = ANY($1::uuid[])", values: [ids] });
  }
  return conditions;
}

/**
 * The items of a figure of the aggregated labels, as the stored result has them. The database reads the result: it can
 * have thousands of items.
 */
function labelCondition(collectionId: string, { method, label, given, person }: FigureQuery): FigureCondition {
  return {
    text: `item.id IN (
      SELECT (one->>'id')::uuid FROM stored_result, json_array_elements(document->'items') AS one
      WHERE kind = 'labels' AND subject = $1::text
        AND ($2::text IS NULL OR CASE WHEN $3::text IS NULL THEN one->'labels'->>$2 IS NOT NULL
          ELSE coalesce(one->'labels'->>$2, '${noLabel}') = $3 END)
        AND ($4::text IS NULL OR one->'given'->>$4 IS NOT NULL)
        AND ($5::text IS NULL OR EXISTS (SELECT FROM json_each_text(one->'given')
          WHERE value = $5 AND ($4::text IS NULL OR key = $4))))`,
    values: [collectionId, method ?? null, label ?? null, person ?? null, given ?? null],
  };
}

function isOneOf<Value extends string>(values: readonly Value[], value: string): value is Value {
  return (values as readonly string[]).includes(value);
}
