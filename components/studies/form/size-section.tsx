"use client";

import { Button } from "@/components/ui/forms/button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { formatPlanned } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatRange } from "@/lib/domain/format/figures.ts";
import { wilsonInterval } from "@/lib/domain/statistics/proportions/wilson.ts";
import { plainComposition } from "@/lib/domain/survey/composition/study-composition.ts";
import { nearestSessions, predictMargins } from "@/lib/domain/survey/composition/study-layout.ts";
import {
  listMarginalCounts,
  type MarginalCount,
  maxAnswers,
  maxPerStratumItem,
  nearestExact,
} from "@/lib/domain/survey/design.ts";
import type { ItemWordCounts } from "@/lib/domain/survey/studies/item-words.ts";
import type { AskedKind, StudyBenchmark } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { designOf } from "@/lib/domain/survey/studies/study-draft.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftNumber, DraftRefusal } from "./draft-fields.tsx";
import { SessionCost, useStudyCounts } from "./study-cost.tsx";

/** The fields for the sample size, the resulting margins, and the nearest sizes with exact margins. */
export function SizeSection({ benchmarks, keptItems }: { benchmarks: readonly StudyBenchmark[]; keptItems: number }) {
  const { set } = useDraft();
  const { kind, composition, counts, isComplete } = useStudyCounts(benchmarks, keptItems);
  return (
    <Section
      id="size"
      title={
        <>
          Sample size <WhatIsThis term="Margin" isInForm />
        </>
      }
      lead="Slots are generated in advance, so these numbers are exact when the study is full, regardless of drop-out."
    >
      <div className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 max-w-measure items-start gap-5 sm:grid-cols-2">
          <DraftNumber
            path="perStratumItem"
            label="Answers per item and group"
            hint={
              composition.sessions === null ? "Sum over all conditions." : "Not used if “Total sessions” is set below."
            }
            min={1}
            max={10_000}
          />
          <DraftNumber
            path="itemsPerSession"
            label="Items per person"
            hint="The number of items in a session."
            min={1}
            max={500}
          />
        </div>
        {isComplete && kind && (composition.sessions !== null || composition.shares !== null) ? (
          <SessionPlan kind={kind} items={counts.items} />
        ) : isComplete ? (
          <MarginPlan counts={counts} words={kind?.words ?? null} onChoose={(count) => set("perStratumItem", count)} />
        ) : (
          <p className="text-ink-soft">Choose items and at least one condition to see the sample size.</p>
        )}
        <details>
          <summary className="text-sm text-ink-soft">Seed</summary>
          <SeedField />
        </details>
        <DraftRefusal path="seed" />
      </div>
    </Section>
  );
}

function SeedField() {
  const { draft, set } = useDraft();
  return (
    <label className="mt-2 grid max-w-measure gap-1 text-sm">
      <span className="text-ink-soft">
        Determines the order of all slots. The same design and seed always give the same slots.
      </span>
      <input
        type="text"
        maxLength={200}
        className="rounded-md border border-edge bg-surface px-3 py-2 font-mono"
        value={draft.seed}
        onChange={(event) => set("seed", event.target.value)}
      />
    </label>
  );
}

const marginLabels = {
  "stratum x item": "Answers to each item in each group",
  "item x condition": "Answers to each item under each condition",
  "stratum x item x condition": "Answers to each item under each condition in each group",
  sessions: "Sessions (people)",
} as const;

function MarginPlan({
  counts,
  words,
  onChoose,
}: {
  counts: Parameters<typeof listMarginalCounts>[0];
  words: ItemWordCounts | null;
  onChoose: (count: number) => void;
}) {
  const margins = listMarginalCounts(counts);
  const nearest = nearestExact(counts);
  const isExact = nearest.below === counts.perStratumItem;
  const isPossible = (count: number) =>
    count <= maxPerStratumItem && counts.strata * counts.items * count <= maxAnswers;
  const offered = [nearest.below, nearest.above].filter((count) => count !== null).filter(isPossible);
  const perCell = margins.find((margin) => margin.name === "item x condition")?.low ?? 0;
  return (
    <div className="grid grid-cols-1 gap-4">
      <MarginTable margins={margins} />
      <SessionCost margins={margins} words={words} />
      <div aria-live="polite">
        {isExact ? (
          <p>All margins of this design are exact.</p>
        ) : (
          <div className="grid grid-cols-1 gap-2">
            <p>
              With {formatCount(counts.perStratumItem)} answers the cells of item and condition, or the sessions, are
              not whole numbers.{" "}
              {offered.length > 0 ? "Nearest possible numbers:" : "No possible number makes them whole."}
            </p>
            <p className="flex flex-wrap gap-3">
              {offered.map((count) => (
                <Button key={count} size="small" onClick={() => onChoose(count)}>
                  Use {formatCount(count)}
                </Button>
              ))}
            </p>
          </div>
        )}
      </div>
      {perCell > 0 && <Precision n={perCell} />}
    </div>
  );
}

/** The margins if the number of sessions or the sizes of the groups are set manually. */
function SessionPlan({ kind, items }: { kind: AskedKind; items: number }) {
  const { draft, set } = useDraft();
  const design = designOf(draft, kind);
  const margins = predictMargins(design, items);
  const isExact = margins.every(({ name, isExact: isEqual }) => isEqual || name === "stratum x item x condition");
  const { below, above } = isExact ? { below: null, above: null } : nearestSessions(design, items);
  const offered = [...new Set([below, above])].filter((sessions) => sessions !== null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <MarginTable margins={margins} />
      <SessionCost margins={margins} words={kind.words} />
      <div aria-live="polite">
        {isExact ? (
          <p>All margins of this design are exact.</p>
        ) : offered.length === 0 ? (
          <p>Some of these numbers cannot be exact, and no similar number of sessions makes all of them exact.</p>
        ) : (
          <div className="grid grid-cols-1 gap-2">
            <p>Some of these numbers cannot be exact. Nearest numbers of sessions with exact numbers:</p>
            <p className="flex flex-wrap gap-3">
              {offered.map((sessions) => (
                <Button
                  key={sessions}
                  size="small"
                  onClick={() => set("composition", { ...(draft.composition ?? plainComposition), sessions })}
                >
                  Use {formatCount(sessions)} sessions
                </Button>
              ))}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

function MarginTable({ margins }: { margins: readonly MarginalCount[] }) {
  return (
    <Table caption="Content of a full study">
      <thead>
        <tr>
          <Th>Margin</Th>
          <Th isNumber>Number</Th>
          <Th>Exact?</Th>
        </tr>
      </thead>
      <tbody>
        {margins.map((margin) => (
          <tr key={margin.name}>
            <Th scope="row">{marginLabels[margin.name]}</Th>
            <Td isNumber>{formatRange(margin)}</Td>
            <Td>{margin.isExact ? "Exact" : "Within one"}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Shows the expected precision of a share of `n` answers. */
function Precision({ n }: { n: number }) {
  const interval = wilsonInterval(Math.round(n * 0.8), n);
  return (
    <p className="max-w-measure text-sm text-ink-soft">
      If {Math.round(n * 0.8)} of the {formatCount(n)} people who see an item under a condition are right, its 95%
      interval runs from {formatPlanned(interval.low, 0)} to {formatPlanned(interval.high, 0)} (Wilson).
    </p>
  );
}
