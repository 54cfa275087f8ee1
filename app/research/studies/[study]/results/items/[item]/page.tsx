import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { ItemComments } from "@/components/comments/item-comments.tsx";
import { ItemDetail } from "@/components/results/items/item-view.tsx";
import { LanguageSection } from "@/components/results/language-section.tsx";
import { LateKeysNote } from "@/components/results/late-keys-note.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { describeCountedAnswers } from "@/lib/domain/results/figures/describe-counted-answers.ts";
import { buildCells, isAskedCell } from "@/lib/domain/results/model/cells.ts";
import { parseItemResponsesQuery } from "@/lib/domain/results/model/item-answers.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { seriesLabel } from "@/lib/domain/results/model/series-label.ts";
import { planRules } from "@/lib/domain/results/plan/planned-comparisons.ts";
import { dataStatus } from "@/lib/domain/results/plan/result-status.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { listItemPredictions, listItemResponses } from "@/lib/server/results/item-answers.ts";
import { listLanguages } from "@/lib/server/results/list-languages.ts";
import { loadResults } from "@/lib/server/results/load-results.ts";
import { readStoryMarks } from "@/lib/server/results/read-story-marks.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { recomputeAction } from "../../../../../recompute-action.ts";
import { requireStudy, type StudyParams } from "../../../require-study.ts";

export const metadata: Metadata = { title: "One item" };

export default async function ItemResultsPage({
  params,
  searchParams,
}: {
  params: Promise<Awaited<StudyParams> & { item: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const { item: itemId } = await params;
  const isId = z.uuid().safeParse(itemId).success;
  const query = parseItemResponsesQuery(await searchParams);
  const [page, responses, predictions, story, languages] = await Promise.all([
    loadResults(actor, study.id, defaultResultsQuery),
    listItemResponses(actor, study.id, itemId, query),
    listItemPredictions(actor, study.id, itemId, query.modelsPage),
    readStoryMarks(actor, study.id, itemId),
    isId ? listLanguages(actor, study.id, itemId) : null,
  ]);
  const item = page?.results.items.find(({ id }) => id === itemId);
  if (!page || !item || !responses || story === null) notFound();
  await recordInterimView(actor, study);
  const { results } = page;
  const status = dataStatus(page.stage, page.data);
  const rules = planRules(defaultResultsQuery, page.plan);
  return (
    <>
      <LateKeysNote lateKeys={page.lateKeys} />
      <p className="mb-4 max-w-measure text-sm text-ink-soft">
        {describeCountedAnswers({ ...defaultResultsQuery, ...rules, stage: page.stage }, page.standings)}
      </p>
      <ItemDetail
        item={item}
        story={story}
        cells={buildCells({ ...results, items: [item] }, rules.ties, rules.unparsed).filter(isAskedCell)}
        conditions={results.conditions}
        series={results.series.map((one) => ({ id: one.id, label: seriesLabel(one, results.series) }))}
        responses={responses}
        predictions={predictions}
        query={query}
        base={base}
        status={status}
        fileHref={(file) => `/api/v1/studies/${study.id}/tables/cells/${file}?item=${item.id}`}
      />
      <Section title="Comments" lead="For the members of the project, on all versions of the item.">
        <ItemComments
          address={`/api/v1/benchmarks/${study.benchmark.id}/items/${item.id}/comments`}
          canWrite={study.canWrite}
        />
      </Section>
      {languages && (
        <>
          <ResultNote state={languages} what="the languages" recompute={recomputeAction} />
          <LanguageSection
            languages={languages.stored?.document ?? []}
            status={status}
            fileHref={(file) => `/api/v1/studies/${study.id}/tables/languages/${file}?item=${item.id}`}
          />
        </>
      )}
      <ConditionNotes notes={explainConditions(results.conditions.map(({ label }) => label))} />
    </>
  );
}
