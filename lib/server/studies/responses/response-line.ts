import * as z from "zod";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { countedByDefault, listReasonsNotCounted } from "@/lib/domain/survey/counted-response.ts";
import { type CorrectAnswer, findAnswerVerdict } from "@/lib/domain/survey/responses/correct-answers.ts";
import { describeStoredAnswer } from "@/lib/domain/survey/studies/describe-stored-answer.ts";
import type { ResponseLine } from "@/lib/domain/survey/studies/study-rows.ts";
import { json } from "../../platform/database/rows.ts";
import type { StudyItem } from "../study-items.ts";

/** A row of the list of answers. */
export const listedResponseRow = z.strictObject({
  id: z.string(),
  session_id: z.string(),
  saved_at: z.date(),
  exact_saved_at: z.string(),
  item_version_id: z.string(),
  condition_id: z.string(),
  levels: json<Record<string, string>>(),
  stratum: z.string(),
  stage: z.string(),
  position: z.number(),
  revision: z.number(),
  answer: json<Record<string, unknown>>(),
  answer_key: z.string().nullable(),
  explanation: z.string().nullable(),
  elapsed_ms: z.number(),
  visible_ms: z.number().nullable(),
  focus_losses: z.number().nullable(),
  outcome: z.string().nullable(),
  is_complete: z.boolean(),
  is_surplus: z.boolean(),
  is_open_stratum: z.boolean(),
  is_excluded: z.boolean(),
  is_newest: z.boolean(),
  is_erased: z.boolean(),
  excluded_reason: z.string().nullable(),
  excluded_note: z.string().nullable(),
  excluded_at: z.date().nullable(),
  excluded_rule: z.string().nullable(),
  excluded_by: z.string().nullable(),
  is_planned: z.boolean().nullable(),
  flags: z.array(z.string()),
});

export type ListedResponseRow = z.infer<typeof listedResponseRow>;

/** A row of the list with the texts of its item, condition and verdict. */
export function toResponseLine(
  row: ListedResponseRow,
  items: readonly StudyItem[],
  judged: readonly CorrectAnswer[],
  labelOf: (levels: Record<string, string>) => string,
): ResponseLine {
  const studyItem = items.find((item) => item.id === row.item_version_id);
  const verdict = findAnswerVerdict(judged, { itemVersionId: row.item_version_id, answerKey: row.answer_key });
  return {
    id: row.id,
    sessionId: row.session_id,
    savedAt: row.saved_at,
    item: {
      id: row.item_version_id,
      label: studyItem?.externalId ?? "",
      story: studyItem?.attributes.story ?? "",
      text: studyItem?.item.text ?? "",
    },
    condition: labelOf(row.levels),
    stratum: row.stratum,
    stage: row.stage,
    position: row.position,
    revision: row.revision,
    answer: row.is_erased ? null : formatResponse(studyItem, row),
    isCorrect: row.is_erased ? null : verdict,
    explanation: row.explanation,
    flags: row.flags,
    elapsedMs: row.elapsed_ms,
    visibleMs: row.visible_ms,
    focusLosses: row.focus_losses,
    outcome: row.outcome,
    isSurplus: row.is_surplus,
    isErased: row.is_erased,
    notCounted: listReasonsNotCounted(
      {
        stage: row.stage,
        isComplete: row.is_complete,
        isSurplus: row.is_surplus,
        isOpenStratum: row.is_open_stratum,
        isExcluded: row.is_excluded,
        isNewest: row.is_newest,
      },
      countedByDefault(row.stage),
    ),
    exclusion:
      row.excluded_reason === null || row.excluded_at === null
        ? null
        : {
            reason: row.excluded_reason,
            note: row.excluded_note ?? "",
            rule: row.excluded_rule ?? "",
            isPlanned: row.is_planned === true,
            by: row.is_planned ? "the analysis plan" : (row.excluded_by ?? "a person whose account was deleted"),
            at: row.excluded_at,
          },
  };
}

function formatResponse(item: StudyItem | undefined, row: ListedResponseRow): string | null {
  const kind = itemKinds[item?.item.kind ?? ""];
  return (item && kind && describeStoredAnswer(kind, item.item, row.answer)) ?? row.answer_key;
}
