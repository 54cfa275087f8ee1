import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { MajorityComparisons } from "@/lib/domain/results/compare-majority.ts";
import {
  formatCount,
  formatInterval,
  formatP,
  formatPoints,
  formatShare,
} from "@/lib/domain/results/format-figures.ts";
import type { Share } from "@/lib/domain/results/share.ts";
import type { TestName } from "@/lib/domain/statistics/referee/comparison.ts";

/** The tests that can decide between two sides on the same cells; their full names stand in the sentences above. */
const shortNames: Partial<Record<TestName, string>> = {
  "paired-clustered-t": "clustered t",
  "mcnemar-midp": "McNemar, mid-p",
  "mcnemar-exact": "McNemar, exact",
};

/** The numbers of the picture above: each model and people's majority on the cells that both answered. */
export function ComparisonTable({ comparisons }: { comparisons: MajorityComparisons }) {
  const { models, familySize } = comparisons;
  return (
    <Table caption="People’s majority and each model on the cells that both answered">
      <thead>
        <tr>
          <Th>Model</Th>
          <Th isNumber>All its cells</Th>
          <Th isNumber>Shared cells</Th>
          <Th isNumber>Model</Th>
          <Th isNumber>Majority</Th>
          <Th isNumber>Mean individual</Th>
          <Th isNumber>Difference</Th>
          <Th isNumber>Only people right</Th>
          <Th isNumber>Only model right</Th>
          <Th isNumber>McNemar</Th>
          <Th isNumber>Deciding test</Th>
          <Th isNumber>{familySize > 1 ? `Holm over ${familySize}` : "Corrected"}</Th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model.series.id}>
            <Th scope="row" className="min-w-44">
              {model.label}
            </Th>
            <ShareCell share={model.alone} />
            <Td isNumber>{formatCount(model.shared)}</Td>
            <ShareCell share={model.model} />
            <ShareCell share={model.majority} />
            <ShareCell share={model.people} unit="answers" />
            <Td isNumber>
              {formatPoints(model.difference?.value ?? null)}
              <Small>{model.difference ? formatInterval(model.difference) : "–"}</Small>
            </Td>
            <Td isNumber>{formatCount(model.discordant.onlyMajority)}</Td>
            <Td isNumber>{formatCount(model.discordant.onlyModel)}</Td>
            <Td isNumber>
              {formatP(model.mcnemar)}
              <Small>mid-p</Small>
            </Td>
            <Td isNumber>
              {formatP(model.pvalue)}
              <Small>{model.decidedBy === null ? "no test" : (shortNames[model.decidedBy] ?? model.decidedBy)}</Small>
            </Td>
            <Td isNumber className={model.isSignificant ? "font-semibold" : undefined}>
              {formatP(model.adjusted)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A share, its interval and what it rests on, one below the other. */
export function ShareCell({ share, unit = "" }: { share: Share; unit?: string }) {
  if (share.n === 0) {
    return (
      <Td isNumber className="text-ink-soft">
        no answers
      </Td>
    );
  }
  return (
    <Td isNumber>
      {formatShare(share.value)}
      <Small>{formatInterval(share)}</Small>
      <Small>
        {formatCount(share.correct)} of {formatCount(share.n)}
        {unit && ` ${unit}`}
      </Small>
    </Td>
  );
}

export function Small({ children }: { children: React.ReactNode }) {
  return <span className="block text-xs text-ink-soft">{children}</span>;
}
