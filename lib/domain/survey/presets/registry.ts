import { draftOfDesign, type PresetDraft } from "../studies/study-draft.ts";
import { fromScratch, fromScratchDraft } from "./from-scratch.ts";
import { nextActions, nextActionsDraft, storyErrors, storyErrorsDraft } from "./kste-evaluation.ts";
import { manyItems, manyItemsDraft } from "./many-items.ts";
import { street2024, street2024ConsentDetails, street2024Design, street2024Protocol } from "./street-2024.ts";

/** A predefined study design. */
export interface StudyPreset {
  id: string;
  name: string;
  /** Its settings, in two sentences. */
  summary: string;
  /** The kind of item that the preset's texts refer to. */
  itemKind: string;
  /** Whether the preset asks all items of a requested benchmark, of any kind, in one session. */
  isForEveryKind?: true;
  draft(): PresetDraft;
}

/** Every preset, in display order. */
export const studyPresets: readonly StudyPreset[] = [
  { ...street2024, draft: street2024Draft },
  { ...manyItems, isForEveryKind: true, draft: manyItemsDraft },
  { ...storyErrors, draft: storyErrorsDraft },
  { ...nextActions, draft: nextActionsDraft },
  { ...fromScratch, isForEveryKind: true, draft: fromScratchDraft },
];

/** The preset with that id, or null. */
export function getPreset(id: string): StudyPreset | null {
  return studyPresets.find((preset) => preset.id === id) ?? null;
}

function street2024Draft(): PresetDraft {
  const { conditions, quotas, openStratum, perStratumItem, itemsPerSession, composition } = draftOfDesign(
    street2024Design("preset"),
  );
  const protocol = street2024Protocol();
  const { consent } = protocol;
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
    protocol: { ...protocol, consent: { ...consent, text: `${consent.text}\n\n${street2024ConsentDetails}` } },
  };
}
