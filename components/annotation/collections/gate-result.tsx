import type { GateResult } from "@/lib/domain/annotation/judge-gate.ts";
import { describeEstimate, estimateSentence, formatQuantity } from "@/lib/domain/format/estimates.ts";
import { wilsonInterval } from "@/lib/domain/statistics/proportions/wilson.ts";

/** The result of an item's re-solve: passed or not, and the number of right answers. */
export function GateResultLabel({ passed, result }: { passed: boolean | null; result: GateResult | null }) {
  if (passed === null || result === null) return <>waiting for answers</>;
  const { estimate, low, high } = wilsonInterval(result.right, result.answers);
  const accuracy = describeEstimate({ value: estimate, low, high }, `${result.right} of ${result.answers} right`);
  return (
    <>
      {passed ? "passed" : result.failed === "overlap" ? "rejected, other words marked" : "rejected, too few right"}:{" "}
      {estimateSentence(accuracy)}
      {result.overlap !== null && `, overlap ${formatQuantity(result.overlap, 2)}`}
    </>
  );
}
