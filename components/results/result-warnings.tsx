import { Callout } from "@/components/ui/callout.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { Parity } from "@/lib/domain/models/decide-parity.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { ModelSeries } from "@/lib/domain/results/model/study-results.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { LateKeysNote } from "./late-keys-note.tsx";
import { UncountedNote } from "./uncounted-note.tsx";

/** Warnings above the results: synthetic data, different texts, answers that are not counted. */
export function ResultWarnings({
  page,
  query,
  series,
  parity,
  verifiedHref,
  parityHref,
}: {
  page: StudyResultsPage;
  query: ResultsQuery;
  series: readonly ModelSeries[];
  parity: Record<Parity, number>;
  verifiedHref: string;
  parityHref: string;
}) {
  const syntheticModels = series.filter(({ isDemo }) => isDemo);
  const total = parity.verified + parity.mismatch + parity.unverified;
  const uncountedParts = [
    !query.surplus &&
      page.standings.surplusSessions > 0 &&
      `${formatNumberOf(page.standings.surplusSessions, "surplus session")}`,
    !query.excluded && page.standings.excluded > 0 && `${formatNumberOf(page.standings.excluded, "answer")} excluded`,
    !query.openStratum &&
      page.standings.openStratum > 0 &&
      `${formatNumberOf(page.standings.openStratum, "answer")} of people outside all quotas`,
  ].filter((text) => text !== false);
  const callouts = [
    page.uncounted !== null && <UncountedNote key="uncounted" {...page.uncounted} />,
    page.unsignedMismatches > 0 && (
      <Callout
        key="unsigned"
        tone="bad"
        title={`${formatNumberOf(page.unsignedMismatches, "stimulus", "stimuli")} with different content ${page.unsignedMismatches === 1 ? "has" : "have"} no sign-off`}
        actions={
          <LinkButton size="small" href={parityHref}>
            See what differs
          </LinkButton>
        }
      >
        Models and people were shown different content. Do not report these results as a comparison on the same stimuli,
        unless the difference has been reviewed and signed off with a reason.
      </Callout>
    ),
    parity.mismatch > 0 && (
      <Callout
        key="mismatch"
        tone="bad"
        title={`${formatCount(parity.mismatch)} of ${formatCount(total)} model answers are to a different text than people read`}
        actions={
          <LinkButton size="small" href={verifiedHref}>
            Show only verified texts
          </LinkButton>
        }
      >
        {query.parity === "all"
          ? "They are compared here and marked wherever they appear."
          : "They are excluded from every test and marked wherever they appear."}
      </Callout>
    ),
    page.lateKeys !== null && (
      <LateKeysNote
        key="late-keys"
        lateKeys={page.lateKeys}
        hint="Results under another version can be shown with “Key”."
      />
    ),
    syntheticModels.length > 0 && (
      <Callout key="synthetic" title="These models are synthetic">
        No model was asked for {syntheticModels.map(({ model }) => model).join(", ")}. Their answers are random demo
        data. No conclusions can be drawn from them.
      </Callout>
    ),
    uncountedParts.length > 0 && (
      <Callout key="excluded" title="Excluded">
        {uncountedParts.join(" and ")}. They are kept, and can be counted under “Filters, models and counted answers”.
      </Callout>
    ),
  ].filter((callout) => callout !== false);
  if (callouts.length === 0) return null;
  return <div className="mb-8 grid items-start gap-3 lg:grid-cols-2">{callouts}</div>;
}
