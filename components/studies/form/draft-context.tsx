"use client";

import { createContext, useContext } from "react";
import { FormStateContext } from "@/components/ui/forms/field-context.ts";
import { valueAt } from "@/lib/domain/survey/studies/edit-draft.ts";
import type { StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";

export interface DraftForm {
  draft: StudyDraft;
  /** Sets the value at a path. The server's error messages use the same path as the name of the field. */
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

/** The server's error message about this path. With `within`, messages about paths inside it are also returned. */
export function useRefusal(path: string, within = false): string | undefined {
  const { state } = useContext(FormStateContext);
  if (!state || state.ok || state.field === undefined) return undefined;
  const isHere = state.field === path || (within && state.field.startsWith(`${path}.`));
  return isHere ? state.message : undefined;
}
