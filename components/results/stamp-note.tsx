import { Badge } from "@/components/ui/badge.tsx";
import type { Stamp } from "@/lib/domain/results/stamp.ts";

const words: Record<Stamp, string> = {
  confirmatory: "The frozen analysis plan names these tests.",
  exploratory: "No frozen analysis plan names these tests; they are exploratory.",
  descriptive: "This view tests nothing.",
};

/** Whether what follows was fixed beforehand. */
export function StampNote({ stamp }: { stamp: Stamp }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      <Badge tone={stamp === "confirmatory" ? "good" : stamp === "exploratory" ? "warn" : "neutral"}>
        {stamp === "confirmatory" ? "Confirmatory" : stamp === "exploratory" ? "Exploratory" : "Descriptive"}
      </Badge>
      {words[stamp]}
    </p>
  );
}
