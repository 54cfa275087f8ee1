"use client";

import { useCallback, useEffect, useState } from "react";
import type { GuidelinesView } from "@/lib/domain/annotation/guidelines.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";

export interface Guidelines {
  view: GuidelinesView | null;
  /** Whether the guidelines are shown: on request, or because they must be read before the next item. */
  isOpen: boolean;
  mustRead: boolean;
  show: () => void;
  close: () => void;
  /** Fetches the guidelines again, and opens them if they must be read. Called when the server reports a change. */
  look: () => void;
  /** Sends a question. Resolves with null if the server received it, otherwise with the reason. */
  ask: (text: string, itemId: string | null) => Promise<string | null>;
}

/** The guidelines of a collection. They are fetched once, and shown before the first item and after each change. */
export function useGuidelines(api: string, collectionId: string | null, onRead: (version: number) => void): Guidelines {
  const [view, setView] = useState<GuidelinesView | null>(null);
  const [isOpen, setOpen] = useState(false);
  const address = `${api}/collections/${collectionId}`;
  const fetchGuidelines = useCallback(() => {
    if (collectionId === null) return;
    void exchange("GET", `${address}/guidelines`).then((outcome) => {
      if (outcome.kind !== "done") return;
      const fetched = outcome.body as GuidelinesView;
      setView(fetched);
      setOpen((now) => now || isUnread(fetched) || fetched.answers.length > 0);
    });
  }, [collectionId, address]);
  useEffect(fetchGuidelines, [fetchGuidelines]);
  const close = useCallback(() => {
    setOpen(false);
    if (view === null || (!isUnread(view) && view.answers.length === 0)) return;
    setView({ ...view, readVersion: view.version, answers: [] });
    const version = view.version ?? 1;
    void exchange("POST", `${address}/guidelines/read`, { version }).then((outcome) => {
      if (outcome.kind === "done") onRead(version);
      // The server did not confirm the reading. It will demand it again before the next item.
      else setView(view);
    });
  }, [view, address, onRead]);
  const ask = async (text: string, itemId: string | null) => {
    const outcome = await exchange("POST", `${address}/questions`, { text, itemId });
    if (outcome.kind === "done") return null;
    return outcome.kind === "refused" ? outcome.message : "The server cannot be reached. Try again.";
  };
  return {
    view,
    isOpen,
    mustRead: view !== null && isUnread(view),
    show: () => setOpen(true),
    close,
    look: fetchGuidelines,
    ask,
  };
}

function isUnread({ version, readVersion }: GuidelinesView): boolean {
  return version !== null && (readVersion ?? 0) < version;
}
