import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { ModelComparisons } from "@/lib/domain/results/compare-models.ts";
import {
  formatCount,
  formatInterval,
  formatP,
  formatPoints,
  formatShare,
} from "@/lib/domain/results/format-figures.ts";
import type { StoredPlan } from "@/lib/domain/results/planned-comparisons.ts";
import { stampOf } from "@/lib/domain/results/stamp.ts";
import { testLabels } from "@/lib/domain/statistics/referee/test-labels.ts";
import { Small } from "./comparison-table.tsx";
import { StampNote } from "./stamp-note.tsx";

/** Every model beside every other on the cells that both answered, and everybody against the chance level. */
export function ModelComparisonTables({
  comparisons,
  plan,
  isNarrowed,
}: {
  comparisons: ModelComparisons;
  plan: StoredPlan | null;
  isNarrowed: boolean;
}) {
  const { pairs, chance, reason, incomplete } = comparisons;
  const lettered = pairs?.subjects.filter(({ label }) => incomplete.every((one) => one.label !== label)) ?? [];
  return (
    <div className="grid grid-cols-1 gap-8">
      {pairs && (
        <>
          <StampNote stamp={stampOf("model-against-model", plan, { isNarrowed })} />
          <p className="max-w-[48rem]">
            {pairs.overall &&
              `Cochran’s Q over ${formatCount(pairs.overall.n)} cells that all answered: p ${formatP(pairs.overall.pvalue)}. `}
            {pairs.reason} {pairs.warnings.join(" ")} {reason}{" "}
            {lettered.length > 1 &&
              `Models that share a letter do not differ significantly: ${lettered.map(({ label, letters }) => `${label} ${letters}`).join(", ")}. `}
            {incomplete.length > 0 &&
              `Nothing is concluded about models with more than 5% of their answers missing: ${incomplete.map(({ label, missing, called }) => `${label} (${formatCount(missing)} of ${formatCount(called)})`).join(", ")}.`}
          </p>
          <Table caption={`Models against each other; Holm over ${pairs.familySize}`}>
            <thead>
              <tr>
                <Th>First less second</Th>
                <Th isNumber>Shared cells</Th>
                <Th isNumber>First</Th>
                <Th isNumber>Second</Th>
                <Th isNumber>Difference</Th>
                <Th isNumber>Only first / only second</Th>
                <Th isNumber>p</Th>
                <Th isNumber>Holm</Th>
              </tr>
            </thead>
            <tbody>
              {pairs.pairs.map((pair) => (
                <tr key={`${pair.a}/${pair.b}`}>
                  <Th scope="row" className="min-w-44">
                    {pair.labelA} less {pair.labelB}
                  </Th>
                  <Td isNumber>{formatCount(pair.n)}</Td>
                  <Td isNumber>{formatShare(pair.accuracyA)}</Td>
                  <Td isNumber>{formatShare(pair.accuracyB)}</Td>
                  <Td isNumber>
                    {formatPoints(pair.difference)}
                    <Small>{pair.low === null ? "no spread, no interval" : formatInterval(pair)}</Small>
                  </Td>
                  <Td isNumber>
                    {formatCount(pair.n10)} / {formatCount(pair.n01)}
                  </Td>
                  <Td isNumber>
                    {formatP(pair.pvalue)}
                    <Small>{testLabels[pair.decidedBy]}</Small>
                  </Td>
                  <Td isNumber className={pair.significant ? "font-semibold" : undefined}>
                    {formatP(pair.adjusted)}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
      {chance && <StampNote stamp={stampOf("model-against-chance", plan, { isNarrowed })} />}
      {chance && (
        <Table caption={`Against the chance level of ${formatShare(chance.chance)}; Holm over ${chance.rows.length}`}>
          <thead>
            <tr>
              <Th>Who</Th>
              <Th isNumber>Right</Th>
              <Th isNumber>p</Th>
              <Th isNumber>Holm</Th>
            </tr>
          </thead>
          <tbody>
            {chance.rows.map((row) => (
              <tr key={row.label}>
                <Th scope="row" className="min-w-44">
                  {row.label}
                </Th>
                <Td isNumber>
                  {formatShare(row.accuracy)}
                  <Small>{row.low === null ? "no answers" : formatInterval(row)}</Small>
                  <Small>
                    {formatCount(row.correct)} of {formatCount(row.n)}
                  </Small>
                </Td>
                <Td isNumber>
                  {formatP(row.pvalue)}
                  <Small>{testLabels[row.decidedBy]}</Small>
                </Td>
                <Td isNumber className={row.significant ? "font-semibold" : undefined}>
                  {formatP(row.adjusted)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}
