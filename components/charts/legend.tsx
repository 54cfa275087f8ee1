import type { ReactNode } from "react";
import { MajorityMark, ModelMark, PersonMark } from "./marks.tsx";

const marks = {
  majority: <MajorityMark x={8} y={8} />,
  person: <PersonMark x={8} y={8} />,
  model: <ModelMark x={8} y={8} />,
  chance: <line x1="8" x2="8" y1="0" y2="16" stroke="var(--edge)" strokeDasharray="2 3" />,
  ceiling: <line x1="8" x2="8" y1="0" y2="16" stroke="var(--people)" strokeDasharray="6 3" />,
  reference: <line x1="8" x2="8" y1="0" y2="16" stroke="var(--ink)" opacity="0.5" />,
} as const;

/** The legend of a chart. */
export function Legend({ entries }: { entries: readonly { mark: keyof typeof marks; label: ReactNode }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-ink-soft">
      {entries.map(({ mark, label }) => (
        <li key={mark} className="flex items-center gap-2">
          <svg width="16" height="16" aria-hidden="true" className="keep-colour shrink-0">
            {marks[mark]}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
