import type { SizeLines } from "@/lib/domain/beliefs/prepare/size-lines.ts";

const reasons = {
  noProfile: "family, size or tuning is not known",
  dropped: "knows fewer than 10% of the facts",
  nothingDecided: "decided no pair",
} as const;

/** Models that a chart cannot show, each with the reason. */
export function LeftOutModels({ leftOut }: { leftOut: SizeLines["leftOut"] }) {
  if (leftOut.length === 0) return null;
  return (
    <div className="text-sm text-ink-soft">
      <p>Not drawn:</p>
      <ul className="list-disc pl-5">
        {leftOut.map(({ model, reason }) => (
          <li key={model}>
            {model}: {reasons[reason]}
          </li>
        ))}
      </ul>
    </div>
  );
}
