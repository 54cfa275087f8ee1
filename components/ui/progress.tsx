import clsx from "clsx";
import { formatCount } from "@/lib/domain/format/figures.ts";

/** A progress bar and a text with the same information. */
export function Progress({
  label,
  value,
  maximum,
  text,
  side,
}: {
  label: string;
  value: number;
  maximum: number;
  /** The text, for example "312 of 560 slots filled". By default, it states the two numbers. */
  text?: string;
  side?: "people" | "models";
}) {
  const share = maximum > 0 ? Math.min(1, Math.max(0, value / maximum)) : 0;
  const words = text ?? `${formatCount(value)} of ${formatCount(maximum)}`;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{label}</span>
        <span className="tabular-nums text-ink-soft">{words}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={maximum}
        aria-valuenow={value}
        aria-valuetext={words}
        className="keep-colour h-2 overflow-hidden rounded-full bg-rule"
      >
        <div
          className={clsx(
            "h-full origin-left rounded-full transition-[width] duration-(--calm)",
            side === "people" ? "bg-people" : side === "models" ? "bg-models" : "bg-ink",
          )}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
