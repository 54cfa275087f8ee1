"use client";

import { useCallback, useEffect, useState } from "react";
import type { SessionHub } from "../../../../lib/client/journal/session-hub.ts";
import { type Guidelines, useGuidelines } from "../use-guidelines.ts";
import type { ItemQueue } from "./use-item-queue.ts";

/**
 * The guidelines of the queue's collection. If an item waits until a version is read, reading that version loads the
 * item.
 */
export function useQueueGuidelines(
  hub: SessionHub,
  api: string,
  collectionId: string | null,
  { phase, shownCollection, loadNext }: ItemQueue,
): Guidelines {
  const [read, setRead] = useState({ of: collectionId, version: 0 });
  const onRead = useCallback(
    (version: number) => {
      hub.retryAll();
      setRead({ of: shownCollection, version });
    },
    [hub, shownCollection],
  );
  // Also if the response that requires reading arrived while the person was reading.
  const isRead = phase.is === "guidelines" && read.of === shownCollection && phase.version <= read.version;
  useEffect(() => {
    if (isRead) void loadNext(null);
  }, [isRead, loadNext]);
  return useGuidelines(api, shownCollection, onRead);
}
