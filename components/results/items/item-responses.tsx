import { Badge } from "@/components/ui/badge.tsx";
import { formatSeconds } from "@/lib/domain/format/times.ts";
import type { ItemResponse } from "@/lib/domain/results/model/item-answers.ts";
import type { ResultCondition, ResultItem } from "@/lib/domain/results/model/study-results.ts";
import { exclusionLabel } from "@/lib/domain/survey/studies/exclusion.ts";
import { AnswerVerdict } from "./verdict.tsx";

/** People's answers to one item. Each answer is shown with its reason. */
export function ItemResponses({
  item,
  conditions,
  responses,
}: {
  item: ResultItem;
  conditions: readonly ResultCondition[];
  responses: readonly ItemResponse[];
}) {
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {responses.map((response) => (
        <li
          key={response.id}
          className="keep-together grid gap-x-8 gap-y-1 py-3 md:grid-cols-[8rem_minmax(0,1fr)_16rem]"
        >
          <p>
            <AnswerVerdict
              word={answerLabel(item, response.answerKey)}
              isRight={isRightAnswer(item, response.answerKey)}
            />
          </p>
          <p className={response.explanation ? "max-w-measure" : "text-ink-soft"}>
            {response.explanation || "no reason given"}
          </p>
          <p className="text-sm text-ink-soft md:text-right">
            {conditions.find(({ id }) => id === response.conditionId)?.label ?? response.conditionId}
            <span className="block">
              {response.stratum} · {formatSeconds(response.elapsedMs)}
            </span>
            <span className="mt-1 flex flex-wrap gap-1.5 md:justify-end">
              {response.isSurplus && <Badge>Surplus</Badge>}
              {response.exclusions.map((reason) => (
                <Badge key={reason} tone="warn">
                  Excluded: {exclusionLabel(reason)}
                </Badge>
              ))}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function answerLabel(item: ResultItem, value: string | null): string {
  if (value === null) return "removed";
  return item.options.find((option) => option.value === value)?.label ?? value;
}

function isRightAnswer(item: ResultItem, value: string | null): boolean | null {
  return value === null || item.rightAnswers.length === 0 ? null : item.rightAnswers.includes(value);
}
