import { Badge } from "@/components/ui/badge.tsx";
import { capitalize } from "@/lib/domain/format/capitalize.ts";
import { type ResultStatus, statusLabel } from "@/lib/domain/results/plan/result-status.ts";
import type { ViewTestStatus } from "@/lib/domain/results/plan/test-status.ts";

const sentences: Record<ResultStatus["kind"], string> = {
  confirmatory: "The frozen analysis plan lists these tests.",
  secondary:
    "The frozen analysis plan lists these tests as secondary: tested only if every primary test is significant.",
  interim: "The data are not locked: only estimates and intervals, no tests.",
  look: "The analysis plan lists these tests for an interim analysis.",
  amended:
    "The analysis plan lists these tests, but the plan or the data were changed after the first answers (see “As planned” on the results page).",
  exploratory: "These tests are not part of a frozen analysis plan; they are exploratory.",
};

const tones = {
  confirmatory: "good",
  secondary: "good",
  interim: "warn",
  look: "warn",
  amended: "warn",
  exploratory: "warn",
} as const;

/** States whether the tests below were planned. */
export function TestStatusNote({ tests, about }: { tests: ViewTestStatus; about?: string }) {
  const { statuses } = tests;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      {statuses.length === 0 && <Badge tone="neutral">Descriptive</Badge>}
      {statuses.map((status) => (
        <Badge key={status.kind} tone={tones[status.kind]}>
          {capitalize(statusLabel(status))}
        </Badge>
      ))}
      {about && `${about}: `}
      {sentenceOf(tests)}
    </p>
  );
}

function sentenceOf({ statuses: [first, ...others], isElsewhere }: ViewTestStatus): string {
  if (first === undefined) return "This view is descriptive and has no tests.";
  if (isElsewhere)
    return "The analysis plan lists tests of this kind: with its own correction they are under “As planned” on the results page. The tests here are exploratory.";
  return others.length === 0
    ? sentences[first.kind]
    : `${sentences[first.kind]} Tests that it does not list are exploratory.`;
}
