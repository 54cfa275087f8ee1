import clsx from "clsx";

/**
 * Draws a value between 0 and 1 with its interval on an axis, for comparison within a column. The adjacent text states
 * the same numbers. People are dots and models are diamonds, so that no one depends on colours.
 */
export function IntervalBar({
  value,
  low,
  high,
  side,
  reference,
  levels = [],
  label,
}: {
  value: number | null;
  low: number | null;
  high: number | null;
  side: "people" | "models";
  /** A reference level, for example the chance level. */
  reference?: number;
  /** Additional reference levels, for example the agreement of people. */
  levels?: readonly { label: string; value: number }[];
  /** The text for screen readers, for example "80.8%, 95% interval 68.1 to 89.2". */
  label: string;
}) {
  const x = (share: number) => 6 + Math.min(1, Math.max(0, share)) * 188;
  const colour = side === "people" ? "text-people" : "text-models";
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 200 28"
      className={clsx("keep-colour block h-7 w-full min-w-32", colour)}
    >
      <line x1="6" x2="194" y1="8" y2="8" stroke="var(--rule)" />
      {[0, 0.5, 1].map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1="4" y2="14" stroke="var(--rule)" />
          <text
            x={x(tick)}
            y="25"
            textAnchor={tick === 0 ? "start" : tick === 1 ? "end" : "middle"}
            className="fill-ink-soft text-[10px]"
          >
            {tick * 100}
            {tick === 1 ? "%" : ""}
          </text>
        </g>
      ))}
      {reference !== undefined && (
        <line x1={x(reference)} x2={x(reference)} y1="1" y2="15" stroke="var(--edge)" strokeDasharray="2 2" />
      )}
      {levels.map((level) => (
        <line
          key={level.label}
          x1={x(level.value)}
          x2={x(level.value)}
          y1="1"
          y2="15"
          stroke="var(--people)"
          strokeDasharray="4 2"
        >
          <title>{level.label}</title>
        </line>
      ))}
      {low !== null && high !== null && (
        <line
          x1={x(low)}
          x2={x(high)}
          y1="8"
          y2="8"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          opacity="0.55"
        />
      )}
      {value !== null && side === "people" && <circle cx={x(value)} cy="8" r="4.5" fill="currentColor" />}
      {value !== null && side === "models" && (
        <rect x={x(value) - 4} y="4" width="8" height="8" fill="currentColor" transform={`rotate(45 ${x(value)} 8)`} />
      )}
    </svg>
  );
}
