import { draftOfDesign, type PresetDraft } from "../studies/study-draft.ts";
import { fromScratch, fromScratchDraft } from "./from-scratch.ts";
import { nextActions, nextActionsDraft, storyErrors, storyErrorsDraft } from "./kste-evaluation.ts";
import { manyItems, manyItemsDraft } from "./many-items.ts";
import { street2024, street2024Design, street2024Protocol } from "./street-2024.ts";

/** A design to start from. */
export interface StudyPreset {
  id: string;
  name: string;
  /** What it decides, in two sentences. */
  summary: string;
  /** The kind of item that its texts speak of. */
  itemKind: string;
  draft(): PresetDraft;
}

/** Every preset, in the order in which they are offered. */
export const studyPresets: readonly StudyPreset[] = [
  { ...street2024, draft: street2024Draft },
  { ...manyItems, draft: manyItemsDraft },
  { ...storyErrors, draft: storyErrorsDraft },
  { ...nextActions, draft: nextActionsDraft },
  { ...fromScratch, draft: fromScratchDraft },
];

/** The preset of that id, or null. */
export function getPreset(id: string): StudyPreset | null {
  return studyPresets.find((preset) => preset.id === id) ?? null;
}

function street2024Draft(): PresetDraft {
  const { conditions, quotas, openStratum, perStratumItem, itemsPerSession, composition } = draftOfDesign(
    street2024Design("preset"),
  );
  return {
    stage: "main",
    language: "en",
    itemKind: street2024.itemKind,
    itemFilter: {},
    conditions,
    quotas: quotas ?? [],
    openStratum,
    perStratumItem,
    itemsPerSession,
    composition,
    protocol: street2024Protocol(),
  };
}
