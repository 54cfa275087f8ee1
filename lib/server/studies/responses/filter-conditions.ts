import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import type { CorrectAnswer } from "@/lib/domain/survey/responses/correct-answers.ts";
import { timedOutKey } from "@/lib/domain/survey/time-limit.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import { reasonOfAnswerSql } from "../../counting/reason-of-answer.ts";
import { fragment, SqlFragment } from "../../platform/database/sql.ts";
import type { ResponseFilter } from "./response-filter.ts";

export type ConditionCost = "own" | "lookup" | "costly";

/** One condition of a filter, in SQL. */
export interface FilterCondition {
  /** The field of the filter that this condition implements. */
  by: keyof ResponseFilter;
  where: SqlFragment;
  /**
   * The data that the condition reads for each answer. `own`: only the answer's columns. `lookup`: exclusions or flags,
   * by an index. `costly`: more data, such as its session, later answers or its reason.
   */
  cost: ConditionCost;
}

/** The options whose label contains all of the searched words. Reasons and texts are searched in addition. */
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
    createCondition("person", "own", filter.person && fragment`given.session_id = ${filter.person}::uuid`),
    createCondition("condition", "own", filter.condition && fragment`given.condition_id = ${filter.condition}::uuid`),
    createCondition("item", "own", filter.item && fragment`given.item_version_id = ${filter.item}::uuid`),
    createCondition("from", "own", filter.from && fragment`given.saved_at >= ${toUtcTime(filter.from)}::timestamptz`),
    createCondition("until", "own", filter.until && fragment`given.saved_at < ${toUtcTime(filter.until)}::timestamptz`),
    createCondition("stage", "own", filter.stage && fragment`given.stage = ${filter.stage}::stage`),
    createCondition("answered", "own", filter.answered && answeredWhere(filter.answered, judged)),
    createCondition("timing", "own", filter.timing && timingWhere(filter.timing)),
    createCondition("q", "costly", filter.q && searchWhere(filter.q, options)),
    createCondition("outcome", "costly", filter.outcome && outcomeWhere(filter.outcome)),
    createCondition("excluded", "lookup", filter.excluded && excludedWhere(filter.excluded)),
    createCondition("flag", "lookup", filter.flag && flagWhere(filter.flag)),
    createCondition("counts", "costly", filter.counts && countsWhere(filter.counts)),
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

function createCondition(
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
    OR EXISTS (SELECT FROM (VALUES (1)) AS one ${reasonOfAnswerSql("given")}
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
function answeredWhere(
  answered: "correct" | "wrong" | "undecided",
  correctAnswers: readonly CorrectAnswer[],
): SqlFragment {
  const isListedSql = (wanted: readonly CorrectAnswer[]) =>
    fragment`(given.item_version_id, coalesce(given.answer_key, '')) IN (SELECT * FROM unnest(
      ${wanted.map(({ itemVersionId }) => itemVersionId)}::uuid[],
      ${wanted.map(({ answerKey }) => answerKey)}::text[]))`;
  const keyedAnswers = correctAnswers.filter(({ answerKey }) => answerKey !== null);
  if (answered === "correct") return isListedSql(keyedAnswers.filter(({ isCorrect }) => isCorrect));
  const openItemIds = correctAnswers.flatMap(({ itemVersionId, answerKey }) =>
    answerKey === null ? [itemVersionId] : [],
  );
  const isOtherOpenAnswer = fragment`(given.answer_key IS NOT NULL AND given.item_version_id = ANY (${openItemIds}::uuid[])
    AND NOT ${isListedSql(keyedAnswers)})`;
  if (answered === "wrong")
    return fragment`(${isListedSql(keyedAnswers.filter(({ isCorrect }) => !isCorrect))} OR ${isOtherOpenAnswer})`;
  return fragment`NOT (${isListedSql(keyedAnswers)} OR ${isOtherOpenAnswer})`;
}
