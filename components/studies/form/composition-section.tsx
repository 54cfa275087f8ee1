"use client";

import { Section } from "@/components/ui/page-header.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { formatPlanned } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { plainComposition, type StudyComposition } from "@/lib/domain/survey/composition/study-composition.ts";
import { listQuotaQuestions, strataOf } from "@/lib/domain/survey/studies/quotas.ts";
import type { AskedKind } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { DesignFile } from "./design-file.tsx";
import { useDraft } from "./draft-context.tsx";
import { DraftRefusal, DraftSelect } from "./draft-fields.tsx";
import { OptionalNumber } from "./optional-number.tsx";
import { SessionRules } from "./session-rules.tsx";

/**
 * The fields for the composition of a session: how conditions vary, which items may be combined, their order, and the
 * share of sessions of each group.
 */
export function CompositionSection({ kind, items }: { kind: AskedKind | null; items: number }) {
  const { draft, set } = useDraft();
  const composition = draft.composition ?? plainComposition;
  const change = (part: Partial<StudyComposition>) => set("composition", { ...composition, ...part });
  const compared = (kind?.factors ?? []).filter(({ name }) => (draft.conditions[name]?.length ?? 0) > 1);
  return (
    <Section
      id="composition"
      title={
        <>
          Session composition <WhatIsThis term="Slot" isInForm />
        </>
      }
      lead="All sessions follow these rules. Contradictory rules are rejected, with the nearest possible numbers."
    >
      <div className="grid grid-cols-1 gap-6">
        {draft.itemsPerSession > 1 && compared.length > 0 && (
          <div className="grid grid-cols-1 max-w-measure items-start gap-5 sm:grid-cols-2">
            {compared.map((factor) => (
              <DraftSelect
                key={factor.name}
                path={`composition.varies.${factor.name}`}
                label={factor.label}
                options={[
                  { value: "between", label: "Fixed within a session" },
                  { value: "within", label: "Varied within a session, in equal parts" },
                ]}
                onChoose={(varies) =>
                  change({
                    varies: { ...composition.varies, [factor.name]: varies === "within" ? "within" : "between" },
                  })
                }
              />
            ))}
          </div>
        )}
        <SessionRules rules={composition.rules} kind={kind} onChange={(rules) => change({ rules })} />
        <div className="grid grid-cols-1 max-w-measure items-start gap-5 sm:grid-cols-2">
          <OptionalNumber
            name="composition.draw"
            label="Number of random items"
            hint={`Out of the ${formatCount(items)} selected. Leave empty for all.`}
            value={composition.draw}
            onChange={(draw) => change({ draw })}
          />
          <OptionalNumber
            name="composition.sessions"
            label="Total sessions"
            hint="Leave empty to compute it from the answers per item."
            value={composition.sessions}
            onChange={(sessions) => change({ sessions })}
          />
        </div>
        <GroupShares composition={composition} onChange={(shares) => change({ shares })} />
        <DraftRefusal path="composition" within />
        <DesignFile kind={kind} items={items} />
      </div>
    </Section>
  );
}

/** The fields for the share of sessions of each group. They are needed if groups differ in size. */
function GroupShares({
  composition,
  onChange,
}: {
  composition: StudyComposition;
  onChange: (shares: StudyComposition["shares"]) => void;
}) {
  const { draft } = useDraft();
  const strata = strataOf(draft.quotas, listQuotaQuestions(draft.protocol));
  if (strata.length < 2) return null;
  const { shares } = composition;
  const equal = 1 / strata.length;
  const sum = strata.reduce((total, { key }) => total + (shares?.[key] ?? equal), 0);
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1 font-medium">Size of the groups</legend>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4"
          checked={shares !== null}
          onChange={(event) =>
            onChange(event.target.checked ? Object.fromEntries(strata.map(({ key }) => [key, equal])) : null)
          }
        />
        Groups of unequal size
      </label>
      {shares !== null && (
        <>
          <ul className="grid max-w-measure grid-cols-1 gap-2 sm:grid-cols-2">
            {strata.map(({ key, label }) => (
              <li key={key}>
                <label className="flex items-center justify-between gap-3 text-sm">
                  <span>{label}</span>
                  <span className="flex items-center gap-1">
                    <input
                      type="number"
                      min={0}
                      max={100}
                      step="any"
                      className="w-24 rounded-md border border-edge bg-surface px-2 py-1 tabular-nums"
                      value={Math.round((shares[key] ?? 0) * 1e7) / 1e5}
                      onChange={(event) => onChange({ ...shares, [key]: Number(event.target.value) / 100 })}
                    />
                    %
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
            {formatPlanned(sum)} of the sessions; they must come to 100%.
          </p>
        </>
      )}
    </fieldset>
  );
}
