import { Badge } from "@/components/ui/badge.tsx";
import type { TestStatus } from "@/lib/domain/results/plan/test-status.ts";

const words: Record<TestStatus, string> = {
  confirmatory: "The frozen analysis plan names these tests.",
  interim: "The data are not locked: estimates and intervals, nothing is tested.",
  partly:
    "The frozen analysis plan names some of these tests, see “As planned” on the results page; the others are exploratory.",
  exploratory: "No frozen analysis plan names these tests; they are exploratory.",
  descriptive: "This view tests nothing.",
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

/** Whether the following tests were planned. */
export function TestStatusNote({ stamp, about }: { stamp: TestStatus; about?: string }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      <Badge tone={tones[stamp]}>{names[stamp]}</Badge>
      {about && `${about}: `}
      {words[stamp]}
    </p>
  );
}
