import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatUsd } from "@/lib/domain/format/money.ts";
import { formatMinute } from "@/lib/domain/format/times.ts";
import {
  type EvaluationRow,
  evaluationStateLabels,
  formatEvaluationTitle,
} from "@/lib/domain/models/evaluation/evaluation-row.ts";

/** The list of evaluations with their progress. */
export function EvaluationTable({ evaluations }: { evaluations: readonly EvaluationRow[] }) {
  return (
    <Table caption="Evaluations" isCaptionHidden>
      <thead>
        <tr>
          <Th>Evaluation</Th>
          <Th>Benchmark</Th>
          <Th>State</Th>
          <Th isNumber>Answered</Th>
          <Th isNumber>Unparsed</Th>
          <Th isNumber>Failed</Th>
          <Th isNumber>Spent</Th>
          <Th>Started</Th>
        </tr>
      </thead>
      <tbody>
        {evaluations.map((row) => (
          <tr key={row.id}>
            <Th scope="row" className="min-w-44">
              <Link href={`/research/models/evaluations/${row.id}`}>{formatEvaluationTitle(row)}</Link>
            </Th>
            <Td>{row.benchmark}</Td>
            <Td>{row.isStranded && row.state !== "done" ? "stopped" : evaluationStateLabels[row.state]}</Td>
            <Td isNumber>
              {formatCount(row.answered)} of {formatCount(row.total - row.skipped)}
            </Td>
            <Td isNumber>{formatCount(row.unparsed)}</Td>
            <Td isNumber>{formatCount(row.failed)}</Td>
            <Td isNumber>{row.hasPrices ? formatUsd(row.spentUsd) : "not known"}</Td>
            <Td>
              <time dateTime={row.createdAt.toISOString()}>{formatMinute(row.createdAt)}</time>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
