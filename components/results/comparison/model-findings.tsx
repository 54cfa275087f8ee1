import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { RenderInChunks } from "@/components/ui/render-in-chunks.tsx";
import { describeShare, formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { SideComparison } from "@/lib/domain/results/comparison/compare-sides.ts";
import { defaultFamily } from "@/lib/domain/results/comparison/side-family.ts";
import { tieWording } from "@/lib/domain/results/model/majority.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { unparsedWording } from "@/lib/domain/results/model/unparsed-policy.ts";
import { isWholeOutcome } from "@/lib/domain/results/plan/analysis-plan.ts";
import { planRules, singlePersonComparator } from "@/lib/domain/results/plan/planned-comparisons.ts";
import type { PreparedResults } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import { maxVerdictLines } from "@/lib/domain/results/verdict/prepare-verdict.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { ResultAddresses } from "../result-addresses.ts";
import { ClusteredComparisonSection } from "./clustered-comparison-section.tsx";
import { ComparisonTable } from "./comparison-table.tsx";
import { SinglePeopleSection } from "./single-people-section.tsx";

/** The comparison of each model with people: sentences, table, and method. */
export function ModelFindings({
  page,
  prepared,
  query,
  persons,
  resamplingViews,
  addresses: { tableHref, viewHref, analysesHref },
}: {
  page: StudyResultsPage;
  prepared: PreparedResults;
  query: ResultsQuery;
  /** The stored analysis of individual people; null if it is not computed yet. */
  persons: { view: View; isStale: boolean } | null;
  /**
   * The stored analyses with two-way clustering or with resampling by person and story; null if they are not computed
   * yet.
   */
  resamplingViews: { views: View[]; isStale: boolean } | null;
  addresses: ResultAddresses;
}) {
  const { comparisons } = prepared;
  const rules = planRules(query, page.plan);
  const single = singlePersonComparator(query, page.plan);
  const { alpha } = page.plan?.plan.family ?? defaultFamily;
  const pageFile = (file: string) => tableHref("page", file);
  return (
    <>
      {prepared.unplanned.kind === "interim" && (
        <Callout tone="warn" title="Interim">
          The data are not locked. Only estimates and intervals are shown; nothing is tested until the main stage has
          ended, except at an interim analysis that the plan declares.
        </Callout>
      )}
      {prepared.isExploratory && prepared.unplanned.kind !== "interim" && (
        <Callout tone="warn" title="Exploratory">
          {page.plan && (prepared.plan.confirmatory === null || !isWholeOutcome(page.plan.plan.outcome))
            ? "The tests on this page are not those of the analysis plan."
            : "A filter changes which answers are tested."}{" "}
          These {formatNumberOf(comparisons.familySize * 2, "test")} were not planned; they are corrected over{" "}
          {comparisons.familySize === 1 ? "the one model" : `all ${formatCount(comparisons.familySize)} models`} of the
          family.
        </Callout>
      )}
      {single && (
        <SinglePeopleSection
          comparator={single}
          stored={persons}
          status={prepared.unplanned}
          analysesHref={analysesHref("persons")}
          fileHref={(file) => viewHref("persons", file)}
        />
      )}
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-x-8 gap-y-5">
        <RenderInChunks each={4}>
          {comparisons.models.slice(0, maxVerdictLines).map((model) => (
            <Finding key={model.series.id} model={model} />
          ))}
        </RenderInChunks>
      </ul>
      {comparisons.models.length > maxVerdictLines && (
        <p className="text-ink-soft">
          The sentences about {formatNumberOf(comparisons.models.length - maxVerdictLines, "more model")} are in the
          file below.
        </p>
      )}
      <ComparisonTable comparisons={comparisons} />
      <TableDownloads name="comparisons" called="the comparisons above" fileHref={pageFile} />
      <TableDownloads
        name="comparison-tests"
        called="their tests (errors, discordant cells, detectable differences)"
        fileHref={pageFile}
      />
      <a className="text-sm underline" href={pageFile("sentences.md")} download="sentences.md">
        Download the sentences above
      </a>
      <ClusteredComparisonSection
        stored={resamplingViews}
        status={prepared.unplanned}
        analysesHref={analysesHref("resampling")}
        fileHref={viewHref}
      />
      <p className="max-w-[48rem] text-sm text-ink-soft">
        {comparisons.warnings.join(" ")} Ties {tieWording(rules.ties)}
        {rules.ties === "half"
          ? " in accuracies and intervals; McNemar’s test counts a tie as “false” if there is one, otherwise as wrong"
          : ""}
        . Unparsed answers {unparsedWording(rules.unparsed)}. A cell is one item under one condition; every cell has the
        same weight; intervals are 95%
        {alpha !== defaultFamily.alpha &&
          `, those of differences at ${Math.round((1 - alpha) * 1000) / 10}%, as planned`}
        . A positive difference means that people are right more often.
      </p>
    </>
  );
}

/** The finding for one model. The primary comparator comes first. */
function Finding({ model }: { model: SideComparison }) {
  const otherComparator = model.leads === "majority" ? "person" : "majority";
  return (
    <li className="keep-together grid content-start gap-2 border-t-2 border-models pt-3">
      <p>{model.sides[model.leads].sentence}</p>
      <p className="text-ink-soft">{model.sides[otherComparator].sentence}</p>
      {model.tieRules && <p>{model.tieRules}</p>}
      {model.repeats && (
        <p className="text-sm text-ink-soft">
          Majority of its repeats: {describeShare(model.repeats)}. Mean of its single answers:{" "}
          {describeShare(model.sides.person.model)}.
        </p>
      )}
    </li>
  );
}
