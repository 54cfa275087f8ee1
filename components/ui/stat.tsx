import clsx from "clsx";
import type { ReactNode } from "react";

/** A number with its unit, n and interval. If there is no value, a dash and the reason are shown. */
export function Stat({
  label,
  value,
  unit,
  n,
  interval,
  note,
  side,
}: {
  label: ReactNode;
  /** The formatted value. Null if there is no value. */
  value: string | null;
  unit?: string;
  /** The number of people or answers: "n = 52" or "52 of 60 people". */
  n?: ReactNode;
  /** "95% CI 71.2 to 88.9" */
  interval?: ReactNode;
  /** Why there is no value, or a note. */
  note?: ReactNode;
  side?: "people" | "models";
}) {
  return (
    <div
      className={clsx(
        "grid content-start gap-1 border-t-2 pt-3",
        side === "people" ? "border-people" : side === "models" ? "border-models" : "border-ink",
      )}
    >
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-serif text-3xl leading-tight tracking-tight lining-nums tabular-nums">
        {value ?? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">no value</span>
          </>
        )}
        {value !== null && unit && <span className="ml-1 font-sans text-lg text-ink-soft">{unit}</span>}
      </dd>
      {(interval || n || note) && (
        <dd className="grid text-sm text-ink-soft tabular-nums">
          {interval && <span>{interval}</span>}
          {n && <span>{n}</span>}
          {note && <span>{note}</span>}
        </dd>
      )}
    </div>
  );
}

/** A row of stats, as many as fit. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-x-6 gap-y-6">{children}</dl>;
}
