import clsx from "clsx";
import type { ReactNode } from "react";
import type { Tone } from "./callout.tsx";

export type BadgeTone = Tone | "neutral" | "people" | "models";

const tones: Record<BadgeTone, string> = {
  neutral: "border-rule bg-sunken text-ink-soft",
  info: "border-info/35 bg-info-wash text-info",
  good: "border-good/35 bg-good-wash text-good",
  warn: "border-warn/35 bg-warn-wash text-warn",
  bad: "border-bad/35 bg-bad-wash text-bad",
  people: "border-people/45 bg-people-wash text-people-ink",
  models: "border-models/45 bg-models-wash text-models-ink",
};

/** A word for the state of an object. The colour only repeats the word. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 py-0.5 text-xs font-medium leading-snug",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
