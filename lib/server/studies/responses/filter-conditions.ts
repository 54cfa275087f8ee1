import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import type { CorrectAnswer } from "@/lib/domain/survey/responses/correct-answers.ts";
import { timedOutKey } from "@/lib/domain/survey/time-limit.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import { reasonOfAnswer } from "../../counting/reason-of-answer.ts";
import { fragment, SqlFragment } from "../../platform/database/sql.ts";
import type { ResponseFilter } from "./response-filter.ts";

export type ConditionCost = "own" | "lookup" | "costly";

/** One condition of a filter, in SQL. */
export interface FilterCondition {
  /** The field of the filter that this condition implements. */
  by: keyof ResponseFilter;
  where: SqlFragment;
  /**
   * The data that the condition reads for each answer: only the answer's columns (`own`), its exclusions by an index
   * (`lookup`), or more, such as its session and later answers (`response`) or its reason (`costly`).
   */
  cost: ConditionCost;
}

/**
 * The options that match the searched words: those whose label contains all of the words. Reasons and texts are
 * searched in addition.
 */
export interface SearchedOptions {
  itemVersionIds: string[];
  answerKeys: string[];
}

/**
 * The conditions of a filter on answers: `given` has the columns of `response`, `response` those of `counted_response`.
 */
export function filterConditions(
  filter: ResponseFilter,
  judged: readonly CorrectAnswer[],
  options: SearchedOptions,
): FilterCondition[] {
  const conditions: (FilterCondition | false)[] = [
    condition("person", "own", filter.person && fragment`given.session_id = ${filter.person}::uuid`),
    condition("condition", "own", filter.condition && fragment`given.condition_id = ${filter.condition}::uuid`),
    condition("item", "own", filter.item && fragment`given.item_version_id = ${filter.item}::uuid`),
    condition("from", "own", filter.from && fragment`given.saved_at >= ${toUtcTime(filter.from)}::timestamptz`),
    condition("until", "own", filter.until && fragment`given.saved_at < ${toUtcTime(filter.until)}::timestamptz`),
    condition("stage", "own", filter.stage && fragment`given.stage = ${filter.stage}::stage`),
    condition("answered", "own", filter.answered && answeredWhere(filter.answered, judged)),
    condition("timing", "own", filter.timing && timingWhere(filter.timing)),
    condition("q", "costly", filter.q && searchWhere(filter.q, options)),
    condition("outcome", "costly", filter.outcome && outcomeWhere(filter.outcome)),
    condition("excluded", "lookup", filter.excluded && excludedWhere(filter.excluded)),
    condition("flag", "lookup", filter.flag && flagWhere(filter.flag)),
    condition("counts", "costly", filter.counts && countsWhere(filter.counts)),
  ];
  return conditions.filter((found) => found !== false);
}

/** The time of a filter as ISO 8601: a date or a minute without a zone is in UTC. */
export function toUtcTime(time: string): string {
  return new Date(time.includes("T") ? `${time}Z` : time).toISOString();
}

/**
 * SQL of the text search query for all words of a text. There is no stemming, because answers may be in any language.
 */
export function textSearchQuery(text: string): SqlFragment {
  return fragment`plainto_tsquery('simple', ${text})`;
}

/** A part of an SQL statement without parameters. */
export function sqlText(text: string): SqlFragment {
  return new SqlFragment([text], []);
}

function condition(
  by: keyof ResponseFilter,
  cost: ConditionCost,
  where: SqlFragment | "" | undefined,
): FilterCondition | false {
  return where ? { by, where, cost } : false;
}

function searchWhere(text: string, { itemVersionIds, answerKeys }: SearchedOptions): SqlFragment {
  return fragment`(to_tsvector('simple', given.answer ->> 'text') @@ ${textSearchQuery(text)}
    OR (given.item_version_id, given.answer_key) IN (
      SELECT * FROM unnest(${itemVersionIds}::uuid[], ${answerKeys}::text[]))
    OR EXISTS (SELECT FROM (VALUES (1)) AS one ${reasonOfAnswer("given")}
      WHERE to_tsvector('simple', reason.words) @@ ${textSearchQuery(text)}))`;
}

function timingWhere(timing: NonNullable<ResponseFilter["timing"]>): SqlFragment {
  const isLate = fragment`given.answer_key IS NOT DISTINCT FROM ${timedOutKey}`;
  return timing === "timed-out" ? isLate : fragment`NOT (${isLate})`;
}

function outcomeWhere(outcome: NonNullable<ResponseFilter["outcome"]>): SqlFragment {
  return outcome === "under-way"
    ? fragment`response.outcome IS NULL`
    : fragment`response.outcome = ${outcome}::outcome`;
}

function excludedWhere(excluded: "yes" | "no"): SqlFragment {
  // OFFSET prevents a join, which would read all answers before the first one is returned.
  const isExcluded = fragment`EXISTS (SELECT FROM exclusion
    WHERE exclusion.response_id = given.id AND exclusion.revoked_at IS NULL OFFSET 0)`;
  return excluded === "yes" ? isExcluded : fragment`NOT ${isExcluded}`;
}

function flagWhere(flag: NonNullable<ResponseFilter["flag"]>): SqlFragment {
  const rule = flag === "any" || flag === "none" ? fragment`` : fragment`AND response_flag.rule = ${flag}`;
  const isFlagged = fragment`EXISTS (SELECT FROM response_flag
    WHERE response_flag.response_id = given.id ${rule} OFFSET 0)`;
  return flag === "none" ? fragment`NOT ${isFlagged}` : isFlagged;
}

/** SQL: whether answers count, in any stage. */
function countsWhere(counts: "yes" | "no"): SqlFragment {
  const counted = countedWhere(countedByDefault(""), "response");
  return counts === "yes" ? fragment`(${counted})` : fragment`NOT (${counted})`;
}

/** SQL: whether people's answers are correct, wrong or undecided. */
function answeredWhere(answered: "correct" | "wrong" | "undecided", judged: readonly CorrectAnswer[]): SqlFragment {
  const isListed = (wanted: readonly CorrectAnswer[]) =>
    fragment`(given.item_version_id, coalesce(given.answer_key, '')) IN (SELECT * FROM unnest(
      ${wanted.map(({ itemVersionId }) => itemVersionId)}::uuid[],
      ${wanted.map(({ answerKey }) => answerKey)}::text[]))`;
  const keyedAnswers = judged.filter(({ answerKey }) => answerKey !== null);
  if (answered === "correct") return isListed(keyedAnswers.filter(({ isCorrect }) => isCorrect));
  const openItemIds = judged.flatMap(({ itemVersionId, answerKey }) => (answerKey === null ? [itemVersionId] : []));
  const isOther = fragment`(given.answer_key IS NOT NULL AND given.item_version_id = ANY (${openItemIds}::uuid[])
    AND NOT ${isListed(keyedAnswers)})`;
  if (answered === "wrong")
    return fragment`(${isListed(keyedAnswers.filter(({ isCorrect }) => !isCorrect))} OR ${isOther})`;
  return fragment`NOT (${isListed(keyedAnswers)} OR ${isOther})`;
}
