"use client";

import { useEffect, useState } from "react";
import { listRequiredPlayers, readPlayback } from "../../../lib/client/playback.ts";

/**
 * Returns whether a recording on the page must still be played completely, and the event handlers that update this. The
 * handlers belong on an element around the players.
 *
 * @param taskId the current task; when it changes, the players are checked again
 */
export function useUnplayed(taskId: string) {
  const [isUnplayed, setUnplayed] = useState(false);
  const updateUnplayed = () => setUnplayed(readPlayback(listRequiredPlayers(document)) === "partial");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another task has other players
  useEffect(updateUnplayed, [taskId]);
  const handlers = {
    ...{ onLoadedMetadataCapture: updateUnplayed, onTimeUpdateCapture: updateUnplayed },
    ...{ onEndedCapture: updateUnplayed, onErrorCapture: updateUnplayed },
  };
  return { isUnplayed, handlers };
}
