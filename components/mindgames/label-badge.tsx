import { Badge } from "@/components/ui/badge.tsx";
import type { Label } from "@/lib/domain/epistemic/mindgames/problem.ts";

/** A badge that shows whether the hypothesis follows from the premise. */
export function LabelBadge({ label }: { label: Label | null }) {
  if (label === null) return <Badge tone="warn">cannot be read</Badge>;
  return label === "entailment" ? <Badge tone="good">follows: True</Badge> : <Badge>does not follow: False</Badge>;
}
