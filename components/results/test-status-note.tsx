import { Badge } from "@/components/ui/badge.tsx";
import type { TestStatus } from "@/lib/domain/results/plan/test-status.ts";

const statusSentences: Record<TestStatus, string> = {
  confirmatory: "The frozen analysis plan lists these tests.",
  interim: "The data are not locked: only estimates and intervals, no tests.",
  partly:
    "The frozen analysis plan lists some of these tests (see “As planned” on the results page); the others are exploratory.",
  exploratory: "These tests are not part of a frozen analysis plan; they are exploratory.",
  descriptive: "This view is descriptive and has no tests.",
};

const names: Record<TestStatus, string> = {
  confirmatory: "Confirmatory",
  interim: "Interim",
  partly: "Partly confirmatory",
  exploratory: "Exploratory",
  descriptive: "Descriptive",
};

const tones = {
  confirmatory: "good",
  interim: "warn",
  partly: "warn",
  exploratory: "warn",
  descriptive: "neutral",
} as const;

/** States whether the tests below were planned. */
export function TestStatusNote({ stamp, about }: { stamp: TestStatus; about?: string }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      <Badge tone={tones[stamp]}>{names[stamp]}</Badge>
      {about && `${about}: `}
      {statusSentences[stamp]}
    </p>
  );
}
