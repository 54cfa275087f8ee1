"use client";

import { useCallback, useRef, useState } from "react";
import { type AheadAnswer, mergeAhead } from "@/lib/domain/annotation/ahead.ts";
import type { AnyTaskPayload } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../../../../lib/client/exchange/exchange.ts";
import type { SessionHub } from "../../../../lib/client/journal/session-hub.ts";

/** The items that were fetched ahead of the current one, so that work continues without a connection. */
export interface Ahead {
  /** Removes and returns the next of these items; null if there is none. */
  take: () => AnyTaskPayload | null;
  /** Starts again with the item that the server offered next. */
  restart: (next: AnyTaskPayload | null) => void;
  isEmpty: () => boolean;
  /** Fetches missing items. */
  fill: (collectionId: string) => Promise<void>;
  /** Siblings of the shown item were cut, so items that were fetched, or are being fetched, may have an older text. */
  outdate: () => void;
  /** Whether the last of these items is shown and the server cannot be reached. */
  isLastOffline: boolean;
}

export function useAhead(hub: SessionHub, api: string): Ahead {
  const known = useRef<AnyTaskPayload[]>([]);
  const cuts = useRef(0);
  const [isLastOffline, setLastOffline] = useState(false);

  const take = useCallback(() => {
    const next = known.current.find(({ task }) => !hub.find(task.id)?.isClosing) ?? null;
    known.current = next === null ? [] : known.current.slice(known.current.indexOf(next) + 1);
    setLastOffline(next !== null && known.current.length === 0 && !navigator.onLine);
    return next;
  }, [hub]);

  const restart = useCallback((next: AnyTaskPayload | null) => {
    known.current = next ? [next] : [];
    setLastOffline(false);
  }, []);

  const fill = useCallback(
    async (collection: string) => {
      const have = known.current.map(({ task, revisionId }) => ({ taskId: task.id, revisionId }));
      const cutsBefore = cuts.current;
      const outcome = await exchange("POST", `${api}/ahead`, { collection, have });
      if (outcome.kind !== "done" || cuts.current !== cutsBefore) return;
      const answer = outcome.body as AheadAnswer;
      // A training reserves nothing ahead; its next step is kept.
      if (answer.order.length === 0) return;
      known.current = mergeAhead(known.current, answer);
      setLastOffline(false);
    },
    [api],
  );

  const isEmpty = useCallback(() => known.current.length === 0, []);
  const outdate = useCallback(() => {
    cuts.current += 1;
    known.current = [];
  }, []);

  return { take, restart, isEmpty, fill, outdate, isLastOffline };
}
