import type { GateResult } from "@/lib/domain/annotation/judge-gate.ts";
import { wilsonInterval } from "@/lib/domain/statistics/proportions/wilson.ts";

/** What people who had not seen an item made of it. */
export function GateResultLabel({ passed, result }: { passed: boolean | null; result: GateResult | null }) {
  if (passed === null || result === null) return <>waits for answers</>;
  const { low, high } = wilsonInterval(result.right, result.answers);
  const percent = (share: number) => `${(share * 100).toFixed(0)}%`;
  return (
    <>
      {passed ? "passed" : result.failed === "overlap" ? "rejected, marked elsewhere" : "rejected, too few right"}:{" "}
      {result.right} of {result.answers} right ({percent(low)} to {percent(high)})
      {result.overlap !== null && `, overlap ${result.overlap.toFixed(2)}`}
    </>
  );
}
