import type { CeilingLine } from "@/lib/domain/results/comparison/human-ceiling.ts";
import { acrossOf, shareTicks } from "./share-scale.ts";

/** The scale above rows of shares: 0 to 100%. */
export function ShareAxis() {
  return (
    <svg aria-hidden="true" width="100%" height="20" className="block overflow-visible">
      {shareTicks.map((tick) => (
        <text key={tick} x={acrossOf(tick)} y="13" textAnchor="middle" className="fill-ink-soft text-xs tabular-nums">
          {tick * 100}%
        </text>
      ))}
    </svg>
  );
}

/** The grid lines of that scale behind a row, the chance level if there is one, and people's agreement. */
export function ShareGrid({ chance, ceiling = [] }: { chance: number | null; ceiling?: readonly CeilingLine[] }) {
  return (
    <g>
      {shareTicks.map((tick) => (
        <line key={tick} x1={acrossOf(tick)} x2={acrossOf(tick)} y1={0} y2="100%" stroke="var(--rule)" />
      ))}
      {chance !== null && (
        <line
          x1={acrossOf(chance)}
          x2={acrossOf(chance)}
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
          x1={acrossOf(value)}
          x2={acrossOf(value)}
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
