"use client";

import { useCallback, useRef, useState } from "react";
import { type AheadAnswer, mergeTasksAhead } from "@/lib/domain/annotation/ahead.ts";
import type { AnyTaskPayload } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../../../../lib/client/exchange/exchange.ts";
import type { SessionHub } from "../../../../lib/client/journal/session-hub.ts";

/** The items that were prefetched after the current one, so that work can continue without a connection. */
export interface Ahead {
  /** Removes and returns the next prefetched item; null if there is none. */
  take: () => AnyTaskPayload | null;
  /** Replaces the prefetched items by the item that the server offers next. */
  restart: (next: AnyTaskPayload | null) => void;
  isEmpty: () => boolean;
  /** Fetches missing items. */
  fill: (collectionId: string) => Promise<void>;
  /**
   * Discards the prefetched items. Called after a cut in siblings of the shown item, which may have changed their
   * texts.
   */
  outdate: () => void;
  /** Whether the shown item is the last prefetched one and the server cannot be reached. */
  isLastOffline: boolean;
}

export function useAhead(hub: SessionHub, api: string): Ahead {
  const prefetched = useRef<AnyTaskPayload[]>([]);
  const cutCount = useRef(0);
  const [isLastOffline, setLastOffline] = useState(false);

  const take = useCallback(() => {
    const next = prefetched.current.find(({ task }) => !hub.find(task.id)?.isClosing) ?? null;
    prefetched.current = next === null ? [] : prefetched.current.slice(prefetched.current.indexOf(next) + 1);
    setLastOffline(next !== null && prefetched.current.length === 0 && !navigator.onLine);
    return next;
  }, [hub]);

  const restart = useCallback((next: AnyTaskPayload | null) => {
    prefetched.current = next ? [next] : [];
    setLastOffline(false);
  }, []);

  const fill = useCallback(
    async (collection: string) => {
      const prefetchedTasks = prefetched.current.map(({ task, revisionId }) => ({ taskId: task.id, revisionId }));
      const initialCutCount = cutCount.current;
      const outcome = await exchange("POST", `${api}/ahead`, { collection, have: prefetchedTasks });
      if (outcome.kind !== "done" || cutCount.current !== initialCutCount) return;
      const answer = outcome.body as AheadAnswer;
      // A practice collection prefetches nothing, so its next item is kept.
      if (answer.order.length === 0) return;
      prefetched.current = mergeTasksAhead(prefetched.current, answer);
      setLastOffline(false);
    },
    [api],
  );

  const isEmpty = useCallback(() => prefetched.current.length === 0, []);
  const invalidate = useCallback(() => {
    cutCount.current += 1;
    prefetched.current = [];
  }, []);

  return { take, restart, isEmpty, fill, outdate: invalidate, isLastOffline };
}
