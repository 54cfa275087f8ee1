import type { BadgeTone } from "@/components/ui/badge.tsx";

/** How a study's state is called and coloured, everywhere. */
export const statusLabels: Record<"draft" | "open" | "paused" | "closed", { word: string; tone: BadgeTone }> = {
  draft: { word: "Draft", tone: "neutral" },
  open: { word: "Open", tone: "good" },
  paused: { word: "Paused", tone: "warn" },
  closed: { word: "Closed", tone: "info" },
};
