import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { toRateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import type { BeliefScore } from "@/lib/domain/beliefs/scoring/model-score.ts";
import { dimensions } from "@/lib/domain/beliefs/typology.ts";
import { formatPart } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { RateCell } from "./rate-cell.tsx";

/**
 * The context-following rate of each model in answers to open questions and the number of facts that it knows, overall
 * and by dimension.
 */
export function OpenQuestionTable({
  models,
}: {
  models: readonly { runId: string; modelId: string; name: string; score: BeliefScore | null }[];
}) {
  return (
    <Table caption="Context following in free-text answers" isCaptionHidden takenAs="open-questions">
      <thead>
        <tr>
          <Th>Model</Th>
          <Th isNumber>Expressions of known facts</Th>
          <Th isNumber>Neither or both</Th>
          <Th isNumber>Context-following rate</Th>
          {dimensions.map(({ id, label }) => (
            <Th key={id} isNumber>
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {models.map(({ runId, modelId, name, score }) => (
          <tr key={runId}>
            <Th scope="row">
              <Link href={`/research/models/${modelId}`}>{name}</Link>
            </Th>
            {score === null ? (
              <Td colSpan={3 + dimensions.length} className="text-ink-soft">
                its answers are being counted
              </Td>
            ) : (
              <Scores score={score} />
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Scores({ score }: { score: BeliefScore }) {
  const askedCount = score.known + score.notKnown + score.priorMissing;
  return (
    <>
      <Td isNumber>
        {formatPart(score.known, askedCount)}
        {score.knownShare === null && (
          <span className="block text-xs text-ink-soft">not asked without an expression</span>
        )}
      </Td>
      <Td isNumber>{formatCount(score.outcomes.other)}</Td>
      <RateCell figure={toRateFigure(score.overall)} />
      {dimensions.map(({ id }) => (
        <RateCell key={id} figure={toRateFigure(score.byDimension.get(id))} />
      ))}
    </>
  );
}
