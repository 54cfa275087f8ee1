"use client";

import { useEffect, useState } from "react";
import { playersToEnd, readPlayback } from "../../../lib/client/playback.ts";

/**
 * Whether a recording on the page must still be played completely, and the handlers for an element around the players
 * that measure this.
 *
 * @param taskId the current task; another task has other players
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
