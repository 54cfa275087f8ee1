import type { StudyStatus } from "@/lib/domain/survey/studies/study-status.ts";
import { Badge, type BadgeTone } from "./badge.tsx";

/** The label and colour of each study status. */
const labels: Record<StudyStatus, { label: string; tone: BadgeTone }> = {
  draft: { label: "Draft", tone: "neutral" },
  open: { label: "Open", tone: "good" },
  paused: { label: "Paused", tone: "warn" },
  closed: { label: "Closed", tone: "info" },
};

/** Shows whether a study is a draft, open, paused or closed. */
export function StudyStatusBadge({ status }: { status: StudyStatus }) {
  const { label, tone } = labels[status];
  return <Badge tone={tone}>{label}</Badge>;
}
