import { describeObservation } from "@/lib/domain/epistemic/explain/observations.ts";
import type { Problem } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { personStyle } from "./person-style.ts";

/**
 * The legend of persons: the line style of each person, whom the person sees, and a switch that shows the person's
 * lines.
 */
export function PersonLegend({
  problem,
  labels,
  hiddenPersons,
  onToggle,
}: {
  problem: Problem;
  labels: readonly string[];
  hiddenPersons: ReadonlySet<number>;
  onToggle: (person: number) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm text-ink-soft">
        A line or a chain of lines joins worlds that the person cannot distinguish.
      </legend>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {problem.names.map((name, person) => (
          <li key={name}>
            <label className="flex items-start gap-2.5 py-1.5 pointer-coarse:py-2.5">
              <input
                type="checkbox"
                checked={!hiddenPersons.has(person)}
                onChange={() => onToggle(person)}
                className="no-print mt-1 size-4.5 shrink-0 accent-ink"
              />
              <LineSample person={person} label={labels[person]!} />
              <span className="min-w-0">
                {name} <span className="text-sm text-ink-soft">{describeObservation(problem, person)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** A sample of a person's line, with a label. */
export function LineSample({ person, label }: { person: number; label: string }) {
  const { colour, dash, cap } = personStyle(person);
  return (
    <svg aria-hidden="true" viewBox="0 0 64 18" className="keep-colour mt-1 h-4.5 w-16 shrink-0">
      <path d="M2 9H62" stroke={colour} strokeWidth="2.5" strokeDasharray={dash} strokeLinecap={cap} />
      <circle cx="32" cy="9" r="7.6" fill="var(--surface)" stroke={colour} strokeWidth="1.3" />
      <text
        x="32"
        y="12.2"
        fontSize={label.length > 1 ? 7.5 : 9}
        fontWeight="600"
        textAnchor="middle"
        fill="var(--ink)"
        fontFamily="var(--font-interface)"
      >
        {label}
      </text>
    </svg>
  );
}
