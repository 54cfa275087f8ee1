import { Badge } from "@/components/ui/badge.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { ConstructionBatch } from "@/lib/domain/annotation/collection-rows.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatUsd } from "@/lib/domain/format/money.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { stepLabels } from "@/lib/domain/stories/construction/steps.ts";

/** One request to generate texts, with its progress: generated texts, model calls, cost, and failures with reasons. */
export function ConstructionBatches({
  batches,
  action,
}: {
  batches: readonly ConstructionBatch[];
  action: FormAction<number>;
}) {
  return (
    <ul className="grid gap-8">
      {batches.map((batch) => (
        <li key={batch.batchId} className="grid gap-4 border-t border-rule pt-4 first:border-t-0 first:pt-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h3 className="font-semibold">{formatMoment(batch.startedAt)}</h3>
            <Badge tone={batch.left > 0 ? "info" : batch.failed > 0 ? "warn" : "good"}>
              {batch.left > 0 ? "in progress" : batch.failed > 0 ? "ended, incomplete" : "all made"}
            </Badge>
          </div>
          <Progress
            label="Generated texts"
            value={batch.made}
            maximum={batch.planned}
            text={`${formatCount(batch.made)} of ${formatCount(batch.planned)}${batch.failed > 0 ? `, ${formatCount(batch.failed)} failed` : ""}`}
            side="models"
          />
          <p className="text-sm text-ink-soft tabular-nums">
            {formatNumberOf(batch.calls, "request")}
            {batch.failedCalls > 0 &&
              `, ${formatCount(batch.failedCalls)} of them failed and were tried again or abandoned`}
            ; {formatNumberOf(batch.tokens, "token")};{" "}
            {batch.costUsd === null
              ? batch.calls === 0
                ? "no cost yet"
                : "cost unknown, because no prices are set"
              : formatUsd(batch.costUsd)}
            {batch.budgetUsd !== null && ` of at most ${batch.budgetUsd} USD`}
            {batch.models.length > 0 && `; model ${batch.models.join(", ")}`}
          </p>
          {batch.failures.length > 0 && <Failures failures={batch.failures} />}
          <div className="flex flex-wrap gap-3">
            {batch.left > 0 && (
              <ConfirmButton
                size="small"
                action={action}
                hidden={{ batch: batch.batchId, move: "stop" }}
                title="Stop generating texts?"
                consequence="Requests that have not started are cancelled. Generated texts are kept."
                confirm="Stop"
              >
                Stop
              </ConfirmButton>
            )}
            {batch.failed > 0 && (
              <ConfirmButton
                size="small"
                action={action}
                hidden={{ batch: batch.batchId, move: "retry" }}
                title="Retry failed texts?"
                consequence="Each text that failed or was stopped is requested again."
                confirm="Try again"
                isDangerous={false}
              >
                Retry failed texts
              </ConfirmButton>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Failures({ failures }: { failures: ConstructionBatch["failures"] }) {
  return (
    <Table caption="Failed texts" maxHeight="20rem">
      <thead>
        <tr>
          <Th>Text</Th>
          <Th>From</Th>
          <Th>Why</Th>
        </tr>
      </thead>
      <tbody>
        {failures.map((failure, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: failures are listed in the order of the requests.
          <tr key={place}>
            <Th scope="row">{stepLabels[failure.step]}</Th>
            <Td className="wrap-anywhere">{failure.from}</Td>
            <Td className="min-w-56 wrap-anywhere">
              {failure.message}
              {failure.output && (
                <details>
                  <summary className="w-fit underline decoration-edge underline-offset-4">Model output</summary>
                  <p className="mt-1 whitespace-pre-wrap">{failure.output}</p>
                </details>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
