import { EstimateTds } from "@/components/charts/estimate.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { JudgeableRun } from "@/lib/domain/models/judging/fold-judgements.ts";
import type { JudgedRun } from "@/lib/domain/models/judging/judging-report.ts";
import { describeClustered } from "./describe-interval.ts";

/** All runs, with each judge's verdicts on their answers. */
export function JudgedRunTable({ runs, results }: { runs: readonly JudgeableRun[]; results: readonly JudgedRun[] }) {
  return (
    <Table caption="Open-ended answers by run and judge" isCaptionHidden takenAs="judged-runs">
      <thead>
        <tr>
          <Th>Run</Th>
          <Th>Judge</Th>
          <Th isNumber>Judged</Th>
          <Th isNumber>Right</Th>
          <Th isNumber>95% interval</Th>
          <Th isNumber>n</Th>
          <Th isNumber>Right, filtered</Th>
          <Th isNumber>95% interval</Th>
          <Th isNumber>n</Th>
          <Th isNumber>Neither (NA)</Th>
          <Th isNumber>Unclear</Th>
        </tr>
      </thead>
      <tbody>
        {runs.flatMap((run) => {
          const runResults = results.filter(({ runId }) => runId === run.id);
          const name = (
            <Th scope="row" className="min-w-44">
              <Link href={`/research/models/${run.modelId}`}>
                {run.model}, {run.source}
              </Link>
            </Th>
          );
          if (runResults.length === 0)
            return [
              <tr key={run.id}>
                {name}
                <Td className="text-ink-soft">none yet</Td>
                <Td isNumber>0 of {formatCount(run.answers)}</Td>
                <Td isNumber>–</Td>
                <Td isNumber>nothing is judged</Td>
                <Td isNumber>0</Td>
                <Td isNumber>–</Td>
                <Td isNumber>nothing is judged</Td>
                <Td isNumber>0</Td>
                <Td isNumber>0</Td>
                <Td isNumber>0</Td>
              </tr>,
            ];
          return runResults.map(({ judge, judged, neither, unclear, accuracy, filtered }) => (
            <tr key={`${run.id}/${judge}`}>
              {name}
              <Td>{judge ?? "people"}</Td>
              <Td isNumber>
                {formatCount(judged)} of {formatCount(run.answers)}
              </Td>
              <EstimateTds of={describeClustered(accuracy)} />
              <EstimateTds of={describeClustered(filtered)} />
              <Td isNumber>{formatCount(neither)}</Td>
              <Td isNumber>{formatCount(unclear)}</Td>
            </tr>
          ));
        })}
      </tbody>
    </Table>
  );
}
