"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import type { SetInProgress } from "@/lib/domain/epistemic/mindgames/set-under-way.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";

const pollIntervalMs = 1_000;

/** The sets that are being generated, with their progress. Polls until they exist. */
export function GeneratingSets({ sets }: { sets: readonly SetInProgress[] }) {
  const router = useRouter();
  const isUnderWay = sets.some(({ problem }) => problem === null);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => router.refresh(), pollIntervalMs);
    return () => clearInterval(timer);
  }, [isUnderWay, router]);
  return (
    <div role="status" className="grid max-w-measure gap-4 empty:hidden">
      {sets.map(({ id, name, found, wanted, problem }) =>
        problem === null ? (
          <Progress
            key={id}
            label={`Generating “${name}”`}
            value={found}
            maximum={Math.max(1, wanted)}
            text={wanted === 0 ? "waiting" : `${formatCount(found)} of ${formatNumberOf(wanted, "problem")}`}
          />
        ) : (
          <Callout key={id} tone="bad" title={`“${name}” could not be generated`}>
            {problem}
          </Callout>
        ),
      )}
    </div>
  );
}
