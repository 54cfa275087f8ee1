import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatPart } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { JudgeAgreement } from "@/lib/domain/models/judging/judging-report.ts";
import { formatKappaLimits } from "@/lib/domain/results/figures/format-kappa.ts";
import { describeClustered } from "./describe-interval.ts";

/** The agreement of each judging model with people. */
export function JudgeAgreementTable({ agreement }: { agreement: readonly JudgeAgreement[] }) {
  return (
    <Table caption="Agreement of judging models with people" isCaptionHidden takenAs="judge-agreement">
      <thead>
        <tr>
          <Th>Judge</Th>
          <Th isNumber>Judged by both</Th>
          <Th isNumber>Same verdict</Th>
          <Th isNumber>95% interval</Th>
          <Th isNumber>Cohen’s kappa</Th>
          <Th isNumber>95% interval</Th>
        </tr>
      </thead>
      <tbody>
        {agreement.map(({ judge, n, same, agreement: share, kappa }) => {
          const { value, interval, reason } = formatKappaLimits(kappa);
          return (
            <tr key={judge}>
              <Th scope="row">{judge}</Th>
              <Td isNumber>{formatCount(n)}</Td>
              <Td isNumber>{formatPart(same, n)}</Td>
              <Td isNumber>{n === 0 ? "no answer was judged by both" : describeClustered(share).interval}</Td>
              <Td isNumber>{n === 0 ? "–" : (value ?? "–")}</Td>
              <Td isNumber>
                {n === 0
                  ? "no answer was judged by both"
                  : [interval, reason].filter((part) => part !== null).join(". ")}
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
