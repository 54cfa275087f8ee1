"use client";

import { createContext, useContext } from "react";
import { FormStateContext } from "@/components/ui/forms/field-context.ts";
import { valueAt } from "@/lib/domain/survey/studies/edit-draft.ts";
import type { StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";

export interface DraftForm {
  draft: StudyDraft;
  /** Sets one value; its path is also the field name in the server's error messages. */
  set(path: string, value: unknown): void;
  /** Changes several values in one step. */
  change(recipe: (draft: StudyDraft) => StudyDraft): void;
}

export const DraftContext = createContext<DraftForm | null>(null);

/** The form of a field. */
export function useDraft(): DraftForm {
  const form = useContext(DraftContext);
  if (!form) throw new Error("a field of a study is outside its form");
  return form;
}

/** One value of the form as text. */
export function useDraftText(path: string): string {
  const value = valueAt(useDraft().draft, path);
  return value === undefined || value === null ? "" : String(value);
}

/** The server's message about this path, or about any path inside it if `within` is set. */
export function useRefusal(path: string, within = false): string | undefined {
  const { state } = useContext(FormStateContext);
  if (!state || state.ok || state.field === undefined) return undefined;
  const isHere = state.field === path || (within && state.field.startsWith(`${path}.`));
  return isHere ? state.message : undefined;
}
