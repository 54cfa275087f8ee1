"use client";

import { useEffect, useState } from "react";
import { playersToEnd, readPlayback } from "../../../lib/client/playback.ts";

/**
 * Whether a recording on the page must still be played completely, and the handlers with which an element around the
 * players measures it.
 *
 * @param taskId the task on the page; with another one the players are others
 */
export function useUnplayed(taskId: string) {
  const [isUnplayed, setUnplayed] = useState(false);
  const measure = () => setUnplayed(readPlayback(playersToEnd(document)) === "partial");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another task has other players
  useEffect(measure, [taskId]);
  const handlers = {
    ...{ onLoadedMetadataCapture: measure, onTimeUpdateCapture: measure },
    ...{ onEndedCapture: measure, onErrorCapture: measure },
  };
  return { isUnplayed, handlers };
}
