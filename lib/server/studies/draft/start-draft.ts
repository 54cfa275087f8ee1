import { randomBytes } from "node:crypto";
import { everyKind } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { fitPreset } from "@/lib/domain/survey/presets/fit-preset.ts";
import { fromScratch } from "@/lib/domain/survey/presets/from-scratch.ts";
import { getPreset, type StudyPreset } from "@/lib/domain/survey/presets/registry.ts";
import type { AskedKind, StudyBenchmark } from "@/lib/domain/survey/studies/study-benchmark.ts";
import type { PresetDraft, StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { changeKind } from "@/lib/domain/survey/studies/with-kind.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";

/**
 * The form of a new study, filled from a preset; null for an unknown preset. The benchmark is the requested one,
 * otherwise the first benchmark with items of the preset's kind. A preset for every kind asks all items of the
 * requested benchmark, each under one condition. Nothing is stored.
 */
export function startDraft(
  presetId: string,
  benchmarks: readonly StudyBenchmark[],
  benchmarkId: string | null = null,
): StudyDraft | null {
  const preset = getPreset(presetId);
  if (!preset) return null;
  const requestedBenchmark = benchmarks.find(({ id }) => id === benchmarkId);
  const largestKind = requestedBenchmark?.kinds.toSorted((left, right) => right.items - left.items)[0];
  if (preset.isForEveryKind && requestedBenchmark && largestKind)
    return startWithAllItems(preset, requestedBenchmark, largestKind);
  const suitableBenchmarks = benchmarks.filter((benchmark) =>
    benchmark.kinds.some((kind) => kind.name === preset.itemKind),
  );
  const chosenBenchmark = suitableBenchmarks.find(({ id }) => id === benchmarkId) ?? suitableBenchmarks[0];
  const kind = chosenBenchmark?.kinds.find(({ name }) => name === preset.itemKind);
  const draft = kind ? fitPreset(preset.draft(), kind) : preset.draft();
  return completeDraft(draft, preset.id, (chosenBenchmark ?? benchmarks[0])?.id ?? "");
}

/** Maximum number of items of several kinds in one session, unless the form specifies another number. */
const maxItemsPerSession = 30;

/** A study of the items of a benchmark: of one kind, or of all its kinds in one session. */
function startWithAllItems(preset: StudyPreset, benchmark: StudyBenchmark, kind: AskedKind): StudyDraft {
  const draft = preset.draft();
  const draftOfKind = kind.name === draft.itemKind ? draft : changeKind(draft, benchmark, kind.name);
  const sessionDraft =
    kind.name === everyKind && preset.id === fromScratch.id ? putInOneSession(draftOfKind, kind.items) : draftOfKind;
  const conditions = Object.fromEntries(
    Object.entries(sessionDraft.conditions).map(([factor, levels]) => [factor, levels.slice(0, 1)]),
  );
  return completeDraft(fitPreset({ ...sessionDraft, conditions }, kind), preset.id, benchmark.id);
}

function putInOneSession(draft: PresetDraft, items: number): PresetDraft {
  // Items with and without a story are asked in the same way.
  const steps = draft.protocol.steps.map((step) =>
    step.kind === "items" ? { ...step, layout: "one-screen" as const } : step,
  );
  return { ...draft, itemsPerSession: Math.min(items, maxItemsPerSession), protocol: { ...draft.protocol, steps } };
}

function completeDraft(draft: PresetDraft, presetId: string, benchmarkId: string): StudyDraft {
  return {
    ...draft,
    protocol: withNewestWords(draft.protocol),
    name: "",
    slug: "",
    description: "",
    benchmarkId,
    seed: randomBytes(9).toString("base64url"),
    preset: presetId,
  };
}
