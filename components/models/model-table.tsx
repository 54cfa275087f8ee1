import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/link.tsx";
import { ParityBadges } from "@/components/ui/parity-badge.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { ModelLine } from "@/lib/domain/models/model-line.ts";
import { formatCount } from "@/lib/domain/results/format-figures.ts";

/** Models and their evaluations: how much each answered, under what, and whether it is known what it was shown. */
export function ModelTable({ models }: { models: readonly ModelLine[] }) {
  return (
    <Table caption="Models and their evaluations" isCaptionHidden>
      <thead>
        <tr>
          <Th>Model</Th>
          <Th>Benchmark</Th>
          <Th>Conditions</Th>
          <Th isNumber>Items</Th>
          <Th isNumber>Answers</Th>
          <Th isNumber>Unparsed</Th>
          <Th>Shown what people are shown</Th>
        </tr>
      </thead>
      <tbody>
        {models.flatMap((model) =>
          model.runs.map((run) => (
            <tr key={run.id}>
              <Th scope="row" className="min-w-44">
                {model.name} {model.isDemo && <Badge tone="info">Synthetic</Badge>}
                <span className="block text-xs font-normal text-ink-soft">
                  {run.source}, {run.at.toISOString().slice(0, 10)}
                </span>
              </Th>
              <Td className="min-w-40">
                <Link href={`/research/benchmarks/${run.benchmarkId}`}>{run.benchmark}</Link>
              </Td>
              <Td className="min-w-56 text-ink-soft">
                <ul>
                  {run.conditions.map((condition) => (
                    <li key={condition}>{condition.replaceAll(";", ", ") || "none named"}</li>
                  ))}
                </ul>
              </Td>
              <Td isNumber>{formatCount(run.items)}</Td>
              <Td isNumber>{formatCount(run.answers - run.withoutAnswer)}</Td>
              <Td isNumber>{formatCount(run.withoutAnswer)}</Td>
              <Td>
                <span className="flex flex-wrap gap-1.5">
                  <ParityBadges parity={run.parity} />
                </span>
              </Td>
            </tr>
          )),
        )}
      </tbody>
    </Table>
  );
}
