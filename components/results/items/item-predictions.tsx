import { Badge } from "@/components/ui/badge.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { formatQuantity } from "@/lib/domain/format/estimates.ts";
import { parseTiedOptions } from "@/lib/domain/items/tied-answer.ts";
import { differenceLabels } from "@/lib/domain/results/comparison/difference-labels.ts";
import type { ItemPrediction } from "@/lib/domain/results/model/item-answers.ts";
import type { ResultItem } from "@/lib/domain/results/model/study-results.ts";
import { ParityBadge } from "../../ui/parity-badge.tsx";
import { RenderInChunks } from "../../ui/render-in-chunks.tsx";
import { AnswerVerdict } from "./verdict.tsx";

/** Number of answers with prompts that are rendered at once, before the browser can respond to input. */
const answersPerChunk = 20;

/** The models' answers to one item, each with its prompt if that is stored. */
export function ItemPredictions({ item, predictions }: { item: ResultItem; predictions: readonly ItemPrediction[] }) {
  if (predictions.length === 0) {
    return (
      <EmptyState level={3} title="No model has answered this item">
        Predictions are imported with <code>parallax import predictions</code> or on the page of the models.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      <RenderInChunks each={answersPerChunk}>
        {predictions.map((prediction) => (
          <li
            key={`${prediction.model}/${prediction.source}/${prediction.conditionKey}/${prediction.repeat}`}
            className="grid gap-x-8 gap-y-2 py-3 md:grid-cols-[14rem_8rem_minmax(0,1fr)]"
          >
            <p>
              <span className="font-medium">{prediction.model}</span>
              <span className="block text-sm break-words text-ink-soft">
                {prediction.conditionKey.replaceAll(";", ", ") || "no condition"}
                {prediction.repeat > 0 && `, repeat ${prediction.repeat}`} · {prediction.source}
              </span>
            </p>
            <p>
              <AnswerVerdict
                word={
                  prediction.answerKey === null
                    ? "unparsed"
                    : parseTiedOptions(prediction.answerKey)
                      ? "tie"
                      : (item.options.find(({ value }) => value === prediction.answerKey)?.label ??
                        prediction.answerKey)
                }
                isRight={
                  prediction.answerKey === null ||
                  parseTiedOptions(prediction.answerKey) ||
                  item.rightAnswers.length === 0
                    ? null
                    : item.rightAnswers.includes(prediction.answerKey)
                }
              />
              {prediction.probabilityTrue !== null && (
                <span className="block text-sm text-ink-soft tabular-nums">
                  P(true) = {formatQuantity(prediction.probabilityTrue, 3)}, of 1 answer, without an interval
                </span>
              )}
            </p>
            <div className="grid content-start justify-items-start gap-2 text-sm">
              <span className="flex flex-wrap items-center gap-2">
                <ParityBadge parity={prediction.finding.parity} />
                {prediction.isDemo && <Badge tone="info">Synthetic</Badge>}
              </span>
              {prediction.finding.isOtherVersion && (
                <p className="text-ink-soft">Unverified: the fingerprint is from an older version.</p>
              )}
              {!prediction.isMatched && (
                <p className="text-ink-soft">Not compared: no condition of the study corresponds to this one.</p>
              )}
              {prediction.finding.differs.length > 0 && (
                <p className={prediction.finding.parity === "mismatch" ? "font-medium text-bad" : "text-ink-soft"}>
                  Differs{prediction.finding.parity === "mismatch" ? "" : ", as the study declares"}:{" "}
                  {prediction.finding.differs.map((part) => differenceLabels[part]).join(", ")}.
                </p>
              )}
              {prediction.output && <p className="whitespace-pre-line">{prediction.output.slice(0, 2_000)}</p>}
              {prediction.prompt && (
                <details>
                  <summary className="w-fit rounded-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
                    The prompt
                  </summary>
                  <p className="mt-2 max-w-measure whitespace-pre-line rounded-md border border-rule bg-sunken p-3">
                    {prediction.prompt.slice(0, 20_000)}
                  </p>
                </details>
              )}
            </div>
          </li>
        ))}
      </RenderInChunks>
    </ul>
  );
}
