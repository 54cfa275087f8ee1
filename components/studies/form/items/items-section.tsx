"use client";

import { Callout } from "@/components/ui/callout.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { splitItemNames } from "@/lib/domain/items/item-selection.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { conditionCounts } from "@/lib/domain/survey/kinds/design-variants.ts";
import { countMatchingItems } from "@/lib/domain/survey/studies/item-table.ts";
import type { AskedKind, StudyBenchmark } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { designOf, type StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { changeKind } from "@/lib/domain/survey/studies/with-kind.ts";
import { useDraft } from "../draft-context.tsx";
import { DraftChecks, DraftRefusal, DraftSelect } from "../draft-fields.tsx";

/** The item kind of the draft's benchmark. */
export function findKind(draft: StudyDraft, benchmarks: readonly StudyBenchmark[]): AskedKind | null {
  const benchmark = benchmarks.find((candidate) => candidate.id === draft.benchmarkId);
  return benchmark?.kinds.find((kind) => kind.name === draft.itemKind) ?? null;
}

/** The number of items in the draft. `kept` is that number if the study's items were selected manually. */
export function countSelectedItems(draft: StudyDraft, kind: AskedKind | null, kept: number): number {
  if (draft.itemFilter === null) return kept;
  const matching = kind ? countMatchingItems(kind.table, draft.itemFilter) : 0;
  return draft.itemIds ? Math.min(matching, draft.itemIds.length) : matching;
}

/** The fields for the items of the study and their conditions. */
export function ItemsSection({ benchmarks, keptItems }: { benchmarks: readonly StudyBenchmark[]; keptItems: number }) {
  const { draft, change, set } = useDraft();
  const kind = findKind(draft, benchmarks);
  const benchmark = benchmarks.find((candidate) => candidate.id === draft.benchmarkId);
  const selectedCount = countSelectedItems(draft, kind, keptItems);
  const isNarrowed = draft.itemIds !== undefined || draft.onlyMarked === true;
  const usable = benchmarks.filter((candidate) => candidate.kinds.length > 0);
  return (
    <Section id="items" title="Items" lead="The items that people answer.">
      <div className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 max-w-measure items-start gap-5 sm:grid-cols-2">
          <DraftSelect
            path="benchmarkId"
            label="Benchmark"
            options={[
              ...(benchmark ? [] : [{ value: "", label: "Please choose" }]),
              ...usable.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChoose={(id) => change((before) => chooseBenchmark(before, benchmarks, id))}
          />
          {(benchmark?.kinds.length ?? 0) > 1 ? (
            <DraftSelect
              path="itemKind"
              label="Kind of item"
              options={benchmark?.kinds.map(({ name, label }) => ({ value: name, label })) ?? []}
              onChoose={(name) => change((before) => changeKind(before, benchmark, name))}
            />
          ) : (
            <div className="grid grid-cols-1 content-start gap-1.5">
              <span className="font-medium leading-snug">Kind of item</span>
              <span className="py-2">{kind?.label ?? "–"}</span>
              <DraftRefusal path="itemKind" />
            </div>
          )}
        </div>
        {usable.length === 0 && (
          <Callout tone="warn" title="No items available">
            This project has no benchmark with items of a kind that studies can show. Import an item file first.
          </Callout>
        )}
        {benchmark && benchmark.unsupported > 0 && (
          <p className="text-sm text-ink-soft">
            {formatCount(benchmark.unsupported)} of its items are of a kind that studies cannot show.
          </p>
        )}
        {kind && <Filters kind={kind} />}
        <p aria-live="polite" className="tabular-nums">
          {isNarrowed && "At most "}
          <strong>{formatCount(selectedCount)}</strong>
          {kind && draft.itemFilter !== null && ` of ${formatCount(kind.items)}`} items are asked.
        </p>
        <DraftRefusal path="itemFilter" within />
        <DraftRefusal path="itemIds" />
        {kind && (
          <div className="grid grid-cols-1 gap-5">
            <h3 className="text-lg">
              Conditions <WhatIsThis term="Condition" isInForm />
            </h3>
            <p className="max-w-measure text-ink-soft">
              Each person sees an item under one condition. Select one level to fix a factor, or several to compare
              them.{kind.variants && " A factor applies only to the kinds of item that have it."}
            </p>
            {kind.factors.map((factor) => (
              <DraftChecks
                key={factor.name}
                path={`conditions.${factor.name}`}
                legend={kind.variants ? `${factor.label} (${listKindsWithFactor(kind, factor.name)})` : factor.label}
                hint={
                  factor.levels.flatMap(({ label, hint }) => (hint ? [`${label}: ${hint}.`] : [])).join(" ") ||
                  undefined
                }
                options={factor.levels}
                chosen={draft.conditions[factor.name] ?? []}
                onChange={(levels) => set(`conditions.${factor.name}`, levels)}
              />
            ))}
            <ConditionCount kind={kind} />
          </div>
        )}
      </div>
    </Section>
  );
}

/** The kinds of item that have a factor. */
function listKindsWithFactor({ variants = [] }: AskedKind, factor: string): string {
  const kinds = variants.filter(({ factors }) => factors.some(({ name }) => name === factor)).map(({ kind }) => kind);
  return [...new Set(kinds)].map((kind) => (itemKinds[kind]?.label ?? kind).toLowerCase()).join(", ");
}

function ConditionCount({ kind }: { kind: AskedKind }) {
  const { draft } = useDraft();
  const conditions = countConditions(draft, kind);
  return (
    <p aria-live="polite" className="tabular-nums">
      <strong>{conditions}</strong> {conditions === 1 ? "condition" : "conditions"}
      {kind.variants ? " at most for an item." : "."}
      {conditions > 1 &&
        ` For the same number of answers under each, the study needs ${conditions} times the answers of one condition.`}
    </p>
  );
}

/**
 * The number of conditions with the selected levels. If items have different factors, this is the maximum for an item.
 */
export function countConditions(draft: StudyDraft, kind: AskedKind): number {
  const isComplete = kind.factors.every(({ name }) => (draft.conditions[name]?.length ?? 0) > 0);
  if (kind.variants && isComplete) return Math.max(...conditionCounts(designOf(draft, kind)));
  return kind.factors.reduce((product, factor) => product * (draft.conditions[factor.name]?.length ?? 0), 1);
}

function Filters({ kind }: { kind: AskedKind }) {
  const { draft, change } = useDraft();
  const offered = kind.table.attributes.filter((attribute) => attribute.values.length <= 24);
  const filter = draft.itemFilter;
  const isOpen = (filter !== null && Object.keys(filter).length > 0) || draft.itemIds !== undefined;
  const narrow = (changes: Pick<StudyDraft, "itemIds" | "onlyMarked">) =>
    change((before) => ({ ...before, itemFilter: before.itemFilter ?? {}, ...changes }));
  return (
    <details className="rounded-md border border-rule" open={isOpen}>
      <summary className="px-4 py-3 font-medium">Select items</summary>
      <div className="grid grid-cols-1 gap-5 px-4 pt-1 pb-4">
        <p className="max-w-measure text-sm text-ink-soft">
          {filter === null
            ? "The items of this study were selected manually. Selecting a value here replaces that choice."
            : "If no value of an attribute is selected, all its values are included."}
        </p>
        {offered.map((attribute) => (
          <DraftChecks
            key={attribute.name}
            path={`itemFilter.${attribute.name}`}
            legend={attribute.name}
            options={attribute.values.map((value) => ({ value, label: value || "none" }))}
            chosen={filter?.[attribute.name] ?? []}
            onChange={(values) =>
              change((before) => {
                const { [attribute.name]: _before, ...others } = before.itemFilter ?? {};
                return {
                  ...before,
                  itemFilter: values.length > 0 ? { ...others, [attribute.name]: values } : others,
                };
              })
            }
          />
        ))}
        <Field
          name="itemIds"
          label="Names of items"
          hint="One per line, as in the item file. Leave empty for all items that match the values above."
          isOptional
        >
          <TextArea
            rows={3}
            required={false}
            spellCheck={false}
            defaultValue={draft.itemIds?.join("\n") ?? ""}
            onChange={({ target }) => {
              const names = splitItemNames(target.value);
              narrow({ itemIds: names.length > 0 ? names : undefined });
            }}
          />
        </Field>
        {kind.marked > 0 && kind.marked < kind.items && (
          <Checkbox
            name="onlyMarked"
            label="Only items with all marks that the conditions show"
            checked={draft.onlyMarked === true}
            onChange={({ target }) => narrow({ onlyMarked: target.checked || undefined })}
          />
        )}
      </div>
    </details>
  );
}

function chooseBenchmark(draft: StudyDraft, benchmarks: readonly StudyBenchmark[], id: string): StudyDraft {
  const benchmark = benchmarks.find((candidate) => candidate.id === id);
  const hasItemKind = benchmark?.kinds.some((kind) => kind.name === draft.itemKind);
  const next = { ...draft, benchmarkId: id, itemFilter: {} };
  return hasItemKind ? next : changeKind(next, benchmark, benchmark?.kinds[0]?.name ?? "");
}
