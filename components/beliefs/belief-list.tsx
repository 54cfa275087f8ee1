import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { BeliefBenchmarkLine } from "@/lib/domain/beliefs/belief-rows.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";

/** The list of benchmarks with expressions of belief: their contents, and the people and models that answered them. */
export function BeliefList({ benchmarks }: { benchmarks: readonly BeliefBenchmarkLine[] }) {
  return (
    <Table caption="Benchmarks of expressions" isCaptionHidden>
      <thead>
        <tr>
          <Th>Benchmark</Th>
          <Th isNumber>Facts</Th>
          <Th isNumber>Expressions</Th>
          <Th isNumber>Models</Th>
          <Th isNumber>People</Th>
        </tr>
      </thead>
      <tbody>
        {benchmarks.map((benchmark) => (
          <tr key={benchmark.id}>
            <Th scope="row">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link href={`/research/beliefs/${benchmark.id}`}>{benchmark.name}</Link>
                {benchmark.isDemo && <Badge tone="info">Demo</Badge>}
              </span>
            </Th>
            <Td isNumber>
              {benchmark.facts === null ? (
                <span className="text-ink-soft">not kept</span>
              ) : (
                formatCount(benchmark.facts)
              )}
            </Td>
            <Td isNumber>{formatCount(benchmark.expressions)}</Td>
            <Td isNumber>{formatCount(benchmark.models)}</Td>
            <Td isNumber>{formatCount(benchmark.people)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
