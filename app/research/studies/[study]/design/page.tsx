import type { Metadata } from "next";
import { StudyDesign } from "@/components/studies/study-design.tsx";
import { LinkButton } from "@/components/ui/link.tsx";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { conditionKey, crossFactors } from "@/lib/domain/items/stimulus.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";

export const metadata: Metadata = { title: "Design" };

export default async function DesignPage({ params }: { params: StudyParams }) {
  const { study, base } = await requireStudy(params);
  const kind = itemKinds[study.itemKind ?? ""] ?? { factors: [] };
  const conditions = crossFactors(study.design.factors);
  return (
    <StudyDesign
      benchmark={study.benchmark.name}
      items={study.items}
      seed={study.design.seed}
      strata={study.design.strata.map(({ key, label }) => ({ key, label }))}
      hasOpenStratum={study.design.openStratum}
      itemsPerSession={study.design.itemsPerSession}
      conditions={conditions.map((levels) => ({ key: conditionKey(levels), label: conditionLabel(kind, levels) }))}
      margins={study.margins}
      isFrozen={study.isFrozen}
      hasLists={study.hasLists}
      actions={study.canWrite && !study.isFrozen && <LinkButton href={`${base}/edit`}>Change the design</LinkButton>}
    />
  );
}
