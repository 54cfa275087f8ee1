"use client";

import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ReviewWorkRequest } from "@/lib/domain/annotation/requests.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";
import { ActivityMeter } from "../../../lib/client/journal/activity-meter.ts";

const HEARTBEAT_MS = 30_000;

/** The delay after the last keystroke before a draft is sent to the server. */
const DRAFT_DELAY_MS = 1500;

/**
 * Renews the lease of a review while its page is open: sends the working time to the server every half minute, and when
 * the reviewer leaves the item. The returned function saves a draft on the server after a pause; only the newest draft
 * is sent.
 */
export function useReviewClock(api: string, taskId: string): (draft: ReviewWorkRequest["draft"]) => void {
  const meter = useMemo(() => new ActivityMeter(), []);
  const draft = useRef<ReviewWorkRequest["draft"]>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const send = useCallback(async () => {
    const { activeMs, idleMs, markSent } = meter.count();
    const sentDraft = draft.current;
    const body = sentDraft === undefined ? { activeMs, idleMs } : { activeMs, idleMs, draft: sentDraft };
    const outcome = await exchange("PUT", `${api}/review/${taskId}/work`, body);
    if (outcome.kind !== "done") return;
    markSent();
    if (draft.current === sentDraft) draft.current = undefined;
  }, [api, taskId, meter]);

  useEffect(() => {
    const ping = () => meter.ping(Date.now());
    ping();
    const beat = setInterval(() => void send(), HEARTBEAT_MS);
    const events = ["keydown", "pointerdown", "pointermove", "scroll"] as const;
    for (const event of events) window.addEventListener(event, ping, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, ping);
      clearInterval(beat);
      clearTimeout(timer.current);
      void send();
    };
  }, [meter, send]);

  return useCallback(
    (next) => {
      draft.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void send(), DRAFT_DELAY_MS);
    },
    [send],
  );
}
