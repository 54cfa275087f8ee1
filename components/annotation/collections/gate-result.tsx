import type { GateResult } from "@/lib/domain/annotation/judge-gate.ts";
import { formatNumber, formatShare } from "@/lib/domain/format/figures.ts";
import { wilsonInterval } from "@/lib/domain/statistics/proportions/wilson.ts";

/** The answers of people who had not seen an item. */
export function GateResultLabel({ passed, result }: { passed: boolean | null; result: GateResult | null }) {
  if (passed === null || result === null) return <>waits for answers</>;
  const { low, high } = wilsonInterval(result.right, result.answers);
  return (
    <>
      {passed ? "passed" : result.failed === "overlap" ? "rejected, marked elsewhere" : "rejected, too few right"}:{" "}
      {result.right} of {result.answers} right ({formatShare(low, 0)} to {formatShare(high, 0)})
      {result.overlap !== null && `, overlap ${formatNumber(result.overlap, 2)}`}
    </>
  );
}
