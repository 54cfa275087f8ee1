import { randomBytes } from "node:crypto";
import { fitPreset } from "@/lib/domain/survey/presets/fit-preset.ts";
import { getPreset } from "@/lib/domain/survey/presets/registry.ts";
import type { StudyBenchmark } from "@/lib/domain/survey/studies/study-benchmark.ts";
import type { StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";

/**
 * The form of a new study filled from a preset, with the requested benchmark, else the first with items of its kind;
 * null for an unknown preset. Nothing is stored.
 */
export function startDraft(
  presetId: string,
  benchmarks: readonly StudyBenchmark[],
  benchmarkId: string | null = null,
): StudyDraft | null {
  const preset = getPreset(presetId);
  if (!preset) return null;
  const suitable = benchmarks.filter((benchmark) => benchmark.kinds.some((kind) => kind.name === preset.itemKind));
  const fitting = suitable.find(({ id }) => id === benchmarkId) ?? suitable[0];
  const kind = fitting?.kinds.find(({ name }) => name === preset.itemKind);
  const draft = kind ? fitPreset(preset.draft(), kind) : preset.draft();
  return {
    ...draft,
    protocol: withNewestWords(draft.protocol),
    name: "",
    slug: "",
    description: "",
    benchmarkId: (fitting ?? benchmarks[0])?.id ?? "",
    seed: randomBytes(9).toString("base64url"),
    preset: preset.id,
  };
}
