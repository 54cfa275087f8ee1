"use client";

import { useEffect, useState } from "react";
import { type WaitingElsewhere, waitingElsewhere } from "./journal-record.ts";
import type { SessionHub } from "./session-hub.ts";

const none: WaitingElsewhere = { endings: 0, texts: 0 };

/** How often the device is asked what still waits on it, in milliseconds. */
const pause = 1_500;

/** What waits on this device besides one task, looked up again and again: other tabs and visits leave work there, too. */
export function useWaitingElsewhere(hub: SessionHub, taskId: string): WaitingElsewhere {
  const [waiting, setWaiting] = useState(none);
  useEffect(() => {
    let isGone = false;
    const look = () =>
      void hub.store
        .list()
        .catch(() => [])
        .then((records) => {
          if (isGone) return;
          const next = waitingElsewhere(records, taskId);
          setWaiting((now) => (now.endings === next.endings && now.texts === next.texts ? now : next));
        });
    look();
    const timer = setInterval(look, pause);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [hub, taskId]);
  return waiting;
}
