import type { CeilingLine } from "@/lib/domain/results/comparison/human-ceiling.ts";
import { shareTicks, shareToX } from "./share-scale.ts";

/** The scale from 0 to 100% above rows of shares. */
export function ShareAxis() {
  return (
    <svg aria-hidden="true" width="100%" height="20" className="block overflow-visible">
      {shareTicks.map((tick) => (
        <text key={tick} x={shareToX(tick)} y="13" textAnchor="middle" className="fill-ink-soft text-xs tabular-nums">
          {tick * 100}%
        </text>
      ))}
    </svg>
  );
}

/** The grid lines behind a row of shares, the chance level if there is one, and the agreement of people. */
export function ShareGrid({ chance, ceiling = [] }: { chance: number | null; ceiling?: readonly CeilingLine[] }) {
  return (
    <g>
      {shareTicks.map((tick) => (
        <line key={tick} x1={shareToX(tick)} x2={shareToX(tick)} y1={0} y2="100%" stroke="var(--rule)" />
      ))}
      {chance !== null && (
        <line
          x1={shareToX(chance)}
          x2={shareToX(chance)}
          y1={0}
          y2="100%"
          stroke="var(--edge)"
          strokeWidth={1.5}
          strokeDasharray="2 3"
        />
      )}
      {ceiling.map(({ label, value }) => (
        <line
          key={label}
          x1={shareToX(value)}
          x2={shareToX(value)}
          y1={0}
          y2="100%"
          stroke="var(--people)"
          strokeDasharray="6 3"
        >
          <title>{label}</title>
        </line>
      ))}
    </g>
  );
}
