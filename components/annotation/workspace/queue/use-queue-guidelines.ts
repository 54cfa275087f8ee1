"use client";

import { useCallback, useEffect, useState } from "react";
import type { SessionHub } from "../../../../lib/client/journal/session-hub.ts";
import { type Guidelines, useGuidelines } from "../use-guidelines.ts";
import type { ItemQueue } from "./use-item-queue.ts";

/**
 * The guidelines of the queue's collection. If they must be read before the next item, that item is loaded when they
 * were read.
 */
export function useQueueGuidelines(
  hub: SessionHub,
  api: string,
  collectionId: string | null,
  { phase, shownCollection, loadNext }: ItemQueue,
): Guidelines {
  const [lastRead, setLastRead] = useState({ of: collectionId, version: 0 });
  const onRead = useCallback(
    (version: number) => {
      hub.retryAll();
      setLastRead({ of: shownCollection, version });
    },
    [hub, shownCollection],
  );
  // Also true if the person was already reading this version when the server asked them to read it.
  const isRead = phase.is === "guidelines" && lastRead.of === shownCollection && phase.version <= lastRead.version;
  useEffect(() => {
    if (isRead) void loadNext(null);
  }, [isRead, loadNext]);
  return useGuidelines(api, shownCollection, onRead);
}
