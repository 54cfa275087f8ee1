import { Check } from "lucide-react";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import type { NextStep, StudyStateEntry } from "@/lib/domain/survey/studies/state-line.ts";

const progressLabels = { past: "done", current: "current", ahead: "not reached", skipped: "not used" } as const;

/** The states of a study from draft to closed, with the current one and the next step. */
export function StudyStateLine({
  states,
  next,
  base,
}: {
  states: readonly StudyStateEntry[];
  /** The next step; null for users who may not change the study. */
  next: NextStep | null;
  base: string;
}) {
  return (
    <div className="grid gap-3">
      <ol aria-label="State of the study" className="flex flex-wrap items-center gap-y-2">
        {states.map(({ name, label, progress, studyId }, index) => (
          <li key={name} className="flex items-center" aria-current={progress === "current" ? "step" : undefined}>
            {index > 0 && <span aria-hidden="true" className="mx-2 h-px w-4 bg-edge sm:w-8" />}
            <span className={looks[progress]}>
              {progress === "past" && <Check aria-hidden="true" className="size-4" />}
              {studyId === null ? (
                label
              ) : (
                <AppLink href={`/research/studies/${studyId}`} className="underline underline-offset-4">
                  {label}
                </AppLink>
              )}
              <span className="sr-only">, {progressLabels[progress]}</span>
            </span>
          </li>
        ))}
      </ol>
      {next && (
        <p>
          <strong className="font-semibold">Next:</strong> {next.text}{" "}
          <Link href={`${base}${next.path}`}>{next.label}</Link>
        </p>
      )}
    </div>
  );
}

const looks: Record<StudyStateEntry["progress"], string> = {
  past: "flex items-center gap-1 text-ink-soft",
  current: "rounded-full bg-ink px-3 py-1 font-semibold text-on-ink",
  ahead: "rounded-full border border-edge px-3 py-1 text-ink-soft",
  skipped: "rounded-full border border-dashed border-edge px-3 py-1 text-ink-soft line-through",
};
