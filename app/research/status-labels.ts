import type { BadgeTone } from "@/components/ui/badge.tsx";

/** The label and colour of each state of a study. */
export const statusLabels: Record<"draft" | "open" | "paused" | "closed", { word: string; tone: BadgeTone }> = {
  draft: { word: "Draft", tone: "neutral" },
  open: { word: "Open", tone: "good" },
  paused: { word: "Paused", tone: "warn" },
  closed: { word: "Closed", tone: "info" },
};
