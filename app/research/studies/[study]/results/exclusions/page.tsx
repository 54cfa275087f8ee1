import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ExclusionEffectTable } from "@/components/results/exclusion-effect-table.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { planRules } from "@/lib/domain/results/plan/planned-comparisons.ts";
import { prepareExclusionEffect } from "@/lib/domain/results/preparation/prepare-exclusion-effect.ts";
import { loadResults } from "@/lib/server/results/load-results.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";

export const metadata: Metadata = { title: "With and without exclusions" };

/** People's results with exclusions applied, next to the results from all answers. */
export default async function ExclusionEffectPage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  const query = { ...defaultResultsQuery, data: "current" as const };
  const [counted, all] = await Promise.all([
    loadResults(actor, study.id, { ...query, excluded: false }),
    loadResults(actor, study.id, { ...query, excluded: true }),
  ]);
  if (!counted || !all) notFound();
  await recordInterimView(actor, study);
  const { excluded } = counted.standings;
  if (excluded === 0)
    return (
      <EmptyState title="No answer is excluded" actions={<LinkButton href={`${base}/results`}>All results</LinkButton>}>
        Results with and without exclusions are the same.
      </EmptyState>
    );
  return (
    <Section
      title="With and without exclusions"
      lead={`${formatNumberOf(excluded, "answer")} excluded. Both columns have the same items and conditions, and the answers of the first column are part of the second. The intervals are for each column, not for the difference.`}
    >
      <ExclusionEffectTable
        rows={prepareExclusionEffect(counted.results, all.results, planRules(query, counted.plan).ties)}
      />
      <p className="mt-4">
        <Link href={`${base}/results?excluded=1`}>Show all results including excluded answers</Link>
      </p>
    </Section>
  );
}
