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
 * Stores input on this device until it has been saved, so that a lost connection, a closed tab or an error loses
 * nothing. `found` is the draft of an earlier visit.
 */
export function useStoredDraft(name: string, revision: string, initial: StudyDraft, draft: StudyDraft) {
  const key = `parallax/study-form/${name}`;
  const [found, setFound] = useState<StoredDraft | null>(null);

  useEffect(() => {
    const kept = parseStoredDraft(read(key));
    const isUnsaved = kept?.revision === revision && withoutSeed(kept.draft) !== withoutSeed(initial);
    setFound(isUnsaved ? kept : null);
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
    /** Dismisses the found draft; the next change replaces the stored one. */
    dismiss: () => setFound(null),
    forget: () => {
      setFound(null);
      write(key, null);
    },
  };
}

/** The draft without its seed, because a new form gets a new seed each time, which is not a change by the user. */
function withoutSeed(draft: StudyDraft): string {
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

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // The browser may block storage; the form works without it.
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // If storage is full or blocked, only the backup is missing.
  }
}
