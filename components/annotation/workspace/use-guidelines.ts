"use client";

import { useCallback, useEffect, useState } from "react";
import type { GuidelinesView } from "@/lib/domain/annotation/guidelines.ts";
import { exchange } from "../journal/exchange.ts";

export interface Guidelines {
  view: GuidelinesView | null;
  /** Open because somebody asked for them, or because they must be read before the next item. */
  isOpen: boolean;
  mustRead: boolean;
  show: () => void;
  close: () => void;
  /** Null when the question arrived; otherwise why not. */
  ask: (text: string, itemId: string | null) => Promise<string | null>;
}

/** The guidelines of a collection in a workspace: fetched once, shown before the first item and whenever they changed. */
export function useGuidelines(api: string, collectionId: string | null): Guidelines {
  const [view, setView] = useState<GuidelinesView | null>(null);
  const [isOpen, setOpen] = useState(false);
  const address = `${api}/collections/${collectionId}`;
  useEffect(() => {
    if (collectionId === null) return;
    void exchange("GET", `${address}/guidelines`).then((outcome) => {
      if (outcome.kind !== "done") return;
      const fetched = outcome.body as GuidelinesView;
      setView(fetched);
      setOpen(isUnread(fetched) || fetched.answers.length > 0);
    });
  }, [collectionId, address]);
  const close = useCallback(() => {
    setOpen(false);
    if (view === null || (!isUnread(view) && view.answers.length === 0)) return;
    setView({ ...view, readVersion: view.version, answers: [] });
    void exchange("POST", `${address}/guidelines/read`, { version: view.version ?? 1 });
  }, [view, address]);
  const ask = async (text: string, itemId: string | null) => {
    const outcome = await exchange("POST", `${address}/questions`, { text, itemId });
    if (outcome.kind === "done") return null;
    return outcome.kind === "refused" ? outcome.message : "The server cannot be reached. Try again.";
  };
  return { view, isOpen, mustRead: view !== null && isUnread(view), show: () => setOpen(true), close, ask };
}

function isUnread({ version, readVersion }: GuidelinesView): boolean {
  return version !== null && (readVersion ?? 0) < version;
}
