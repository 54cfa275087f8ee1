"use client";

import { Section } from "@/components/ui/page-header.tsx";
import { plainComposition } from "@/lib/domain/survey/composition/study-composition.ts";
import { predictMargins } from "@/lib/domain/survey/composition/study-layout.ts";
import { listMarginalCounts, type MarginalCount } from "@/lib/domain/survey/design.ts";
import { conditionCounts } from "@/lib/domain/survey/kinds/design-variants.ts";
import { formatSessionCost } from "@/lib/domain/survey/presets/preset-size.ts";
import type { ItemWordCounts } from "@/lib/domain/survey/studies/item-words.ts";
import { estimateMinutes } from "@/lib/domain/survey/studies/planner.ts";
import { listQuotaQuestions, strataOf } from "@/lib/domain/survey/studies/quotas.ts";
import type { StudyBenchmark } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { designOf } from "@/lib/domain/survey/studies/study-draft.ts";
import { useDraft } from "./draft-context.tsx";
import { countConditions, countSelectedItems, findKind } from "./items/items-section.tsx";

/** The counts of the draft's design, and whether the draft is complete enough to compute its margins. */
export function useStudyCounts(benchmarks: readonly StudyBenchmark[], keptItems: number) {
  const { draft } = useDraft();
  const kind = findKind(draft, benchmarks);
  const composition = draft.composition ?? plainComposition;
  const counts = {
    strata: strataOf(draft.quotas, listQuotaQuestions(draft.protocol)).length,
    items: composition.draw ?? countSelectedItems(draft, kind, keptItems),
    conditions: kind ? countConditions(draft, kind) : 0,
    ...(kind?.variants ? { perVariant: conditionCounts(designOf(draft, kind)) } : {}),
    perStratumItem: draft.perStratumItem,
    itemsPerSession: draft.itemsPerSession,
  };
  const isComplete =
    counts.items > 0 &&
    counts.conditions > 0 &&
    [counts.perStratumItem, counts.itemsPerSession].every((count) => Number.isInteger(count) && count >= 1) &&
    counts.perStratumItem <= 10_000 &&
    counts.itemsPerSession <= 500;
  return { kind, composition, counts, isComplete };
}

/** The cost of the draft, and the list of settings that opening the study freezes. */
export function StudyCost({ benchmarks, keptItems }: { benchmarks: readonly StudyBenchmark[]; keptItems: number }) {
  const { draft } = useDraft();
  const { kind, composition, counts, isComplete } = useStudyCounts(benchmarks, keptItems);
  const hasSetSessions = composition.sessions !== null || composition.shares !== null;
  const freezesPlan = draft.stage === "main" || draft.stage === "pilot";
  return (
    <>
      <Section title="Cost">
        {isComplete && kind ? (
          <SessionCost
            margins={hasSetSessions ? predictMargins(designOf(draft, kind), counts.items) : listMarginalCounts(counts)}
            words={kind.words}
          />
        ) : (
          <p className="text-ink-soft">Choose items and at least one condition to see the cost.</p>
        )}
      </Section>
      <Section title="Frozen when the study is opened">
        <ul className="list-disc pl-5 text-sm">
          <li>Items with their keys, conditions, groups, sample size and address</li>
          <li>
            {freezesPlan
              ? "The protocol and the analysis plan: a later change is an amendment with a reason"
              : "Texts and questions can still be changed: each change is a new version"}
          </li>
        </ul>
      </Section>
    </>
  );
}

/**
 * The cost of a study with these margins. It uses default values for pay and fees; the planner of a saved study has its
 * own.
 */
export function SessionCost({ margins, words }: { margins: readonly MarginalCount[]; words: ItemWordCounts | null }) {
  const { draft } = useDraft();
  const people = margins.find(({ name }) => name === "sessions")?.high ?? 0;
  // While its input is incomplete, a time field contains text instead of a number.
  if (!Number.isFinite(estimateMinutes(draft.protocol, draft.itemsPerSession))) return null;
  return (
    <p className="max-w-measure tabular-nums">
      {formatSessionCost(people, draft.protocol, draft.itemsPerSession, words)}
    </p>
  );
}
