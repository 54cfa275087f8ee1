import type { AnswerFigureQuery } from "@/lib/domain/annotation/figures/answer-figure-query.ts";
import { allConditions, fragment, type SqlFragment } from "../../platform/database/sql.ts";
import { answerResult } from "../schema/answer-result.ts";

/**
 * Figures of the answers to a task schema that link to their items: items with an answer, items whose answers are
 * compared for agreement, those of them with different answers, a cell of accepted and given answers, and answered items
 * with a suggestion that was shown or hidden.
 */
export const answerFigures = [
  ...(["answered", "compared", "differing", "given-and-accepted"] as const),
  ...(["suggestion-shown", "suggestion-hidden"] as const),
] as const;
export type AnswerFigure = (typeof answerFigures)[number];

/**
 * SQL: the condition on `annotation_item AS item` for the items of a figure. It reads what each item adds to the stored
 * report (`items-behind.ts`), so that the list has the items that the shown figure counts.
 */
export function answerCondition(
  collectionId: string,
  { figure, field, by, month, option, accepted, answer }: AnswerFigureQuery & { figure: AnswerFigure },
): SqlFragment {
  if (figure === "suggestion-shown" || figure === "suggestion-hidden")
    return fragment`(item.suggestion->'answer' ? ${field ?? ""}::text
      AND item.is_suggestion_shown = ${figure === "suggestion-shown"}::boolean
      AND ${inBehind(collectionId, fragment`true`, fragment`one`)})`;
  const part = field === undefined ? fragment`one` : fragment`one->'fields'->${field}::text`;
  const isOfFigure = {
    answered: fragment`jsonb_array_length(part->'by') > 0`,
    compared: fragment`jsonb_array_length(part->'compared') > 0`,
    differing: fragment`(part->>'differs')::boolean`,
    "given-and-accepted": fragment`EXISTS (SELECT FROM jsonb_array_elements(part->'decided') AS pair
      WHERE pair->>'accepted' = ${accepted ?? null} AND ${contains(fragment`pair->'given'`, answer ?? "")})`,
  };
  const people = figure === "answered" ? fragment`part->'by'` : fragment`part->'compared'`;
  const labels = figure === "differing" ? fragment`part->'differing'` : fragment`part->'labels'`;
  return inBehind(
    collectionId,
    allConditions([
      isOfFigure[figure],
      ...(by === undefined ? [] : [contains(people, by)]),
      ...(month === undefined ? [] : [fragment`part->>'month' = ${month}`]),
      ...(option === undefined ? [] : [contains(labels, option)]),
    ]),
    part,
  );
}

/** SQL: `item` is a story, or an item of a task schema whose stored report compares the person's answer with gold. */
export function isComparedWithGold(collectionId: string, userId: string): SqlFragment {
  return fragment`(item.kind <> 'schema'
    OR ${inBehind(collectionId, contains(fragment`part->'gold'`, userId), fragment`one`)})`;
}

/** The list is converted once: a part of a JSON text would be parsed again for each condition. */
function inBehind(collectionId: string, condition: SqlFragment, part: SqlFragment): SqlFragment {
  return fragment`item.external_id IN (
    SELECT one->>'id' FROM stored_result CROSS JOIN LATERAL jsonb_array_elements((document->'behind')::jsonb) AS one
    CROSS JOIN LATERAL (SELECT ${part} AS part) AS chosen
    WHERE kind = ${answerResult.kind} AND rule_version = ${answerResult.ruleVersion}
      AND subject = ${collectionId}::text AND ${condition})`;
}

/** SQL: a JSON list of texts contains this one. */
function contains(list: SqlFragment, text: string): SqlFragment {
  return fragment`${list} ? ${text}::text`;
}
