/** The mark of a model: a hollow diamond for a base model, a filled one for a tuned model. */
export function TuningMark({ x, y, tuning }: { x: string | number; y: string | number; tuning: "base" | "instruct" }) {
  return (
    // A nested SVG element, because a rotated square cannot be positioned in per cent.
    <svg x={x} y={y} overflow="visible" aria-hidden="true">
      <path
        d="M0-5.5 5.5 0 0 5.5-5.5 0Z"
        fill={tuning === "base" ? "var(--surface)" : "var(--models)"}
        stroke="var(--models)"
        strokeWidth={1.75}
      />
    </svg>
  );
}

/** The legend for the two diamonds, and for the line of people if there is one. */
export function TuningLegend({ hasPeople }: { hasPeople: boolean }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-ink-soft">
      {(["base", "instruct"] as const).map((tuning) => (
        <li key={tuning} className="flex items-center gap-2">
          <svg width="16" height="16" aria-hidden="true" className="keep-colour shrink-0">
            <TuningMark x={8} y={8} tuning={tuning} />
          </svg>
          {tuning === "base" ? "Base models" : "Instruct models"}
        </li>
      ))}
      {hasPeople && (
        <li className="flex items-center gap-2">
          <svg width="24" height="16" aria-hidden="true" className="keep-colour shrink-0">
            <rect width="24" height="16" fill="var(--people)" opacity={0.18} />
            <line x1="0" x2="24" y1="8" y2="8" stroke="var(--people)" strokeWidth={2} />
          </svg>
          People, with their 95% interval
        </li>
      )}
    </ul>
  );
}
