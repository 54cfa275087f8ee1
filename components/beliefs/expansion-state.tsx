"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import type { Expansion } from "@/lib/domain/beliefs/belief-rows.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";

const pollIntervalMs = 2_000;

/** The progress while expressions are generated. Polls until they exist. */
export function ExpansionState({ expansion, facts }: { expansion: Expansion; facts: number }) {
  const router = useRouter();
  const isUnderWay = expansion.state === "waiting" || expansion.state === "running";

  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => router.refresh(), pollIntervalMs);
    return () => clearInterval(timer);
  }, [isUnderWay, router]);

  if (expansion.state === "dead") {
    return (
      <Callout tone="bad" title="The expressions could not be generated">
        {expansion.lastError}
      </Callout>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div role="status" className="grid gap-4">
        {isUnderWay ? (
          <Progress
            label="Generating the expressions"
            value={expansion.facts}
            maximum={facts}
            text={`${formatCount(expansion.facts)} of ${formatNumberOf(facts, "fact")}`}
          />
        ) : (
          <Callout tone={expansion.refused > 0 ? "warn" : "good"}>
            {formatNumberOf(expansion.expressions, "expression")} from {formatNumberOf(expansion.facts, "fact")}
            {expansion.refused > 0 && `; ${formatCount(expansion.refused)} could not be generated`}.
          </Callout>
        )}
      </div>
      {expansion.refusals.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          {expansion.refusals.slice(0, 20).map(({ category, message }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
            <li key={place}>
              {category}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
