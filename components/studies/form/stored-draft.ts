"use client";

import { useEffect, useState } from "react";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import type { StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";

export interface StoredDraft {
  at: string;
  /** The revision of the study on which the changes are based. */
  revision: string;
  draft: StudyDraft;
}

/**
 * Stores the form's input on this device until it is saved, so that a lost connection, a closed tab or an error loses
 * nothing. `found` is a draft from an earlier visit.
 */
export function useStoredDraft(name: string, revision: string, initial: StudyDraft, draft: StudyDraft) {
  const key = `parallax/study-form/${name}`;
  const [found, setFound] = useState<StoredDraft | null>(null);

  useEffect(() => {
    const localDraft = parseStoredDraft(readLocalStorage(key));
    const isUnsaved =
      localDraft?.revision === revision && serialiseWithoutSeed(localDraft.draft) !== serialiseWithoutSeed(initial);
    setFound(isUnsaved ? localDraft : null);
  }, [key, revision, initial]);

  useEffect(() => {
    if (draft === initial) return;
    const timer = setTimeout(() => {
      const value: StoredDraft = { at: new Date().toISOString(), revision, draft };
      write(key, JSON.stringify(value));
    }, 400);
    return () => clearTimeout(timer);
  }, [key, revision, draft, initial]);

  return {
    found,
    /** Hides the draft that was found. The next change of the form overwrites it. */
    dismiss: () => setFound(null),
    forget: () => {
      setFound(null);
      write(key, null);
    },
  };
}

/** The draft as text, without its seed. Every new form gets a new seed, which is not a change by the user. */
function serialiseWithoutSeed(draft: StudyDraft): string {
  return canonicalJson({ ...draft, seed: "" });
}

function parseStoredDraft(text: string | null): StoredDraft | null {
  try {
    const value = JSON.parse(text ?? "null") as Partial<StoredDraft> | null;
    return value?.draft?.protocol && value.at && value.revision !== undefined ? (value as StoredDraft) : null;
  } catch {
    return null;
  }
}

function readLocalStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // If the browser blocks storage, the form works without it.
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // If storage is full or blocked, the form works without a backup.
  }
}
