"use client";

import { Pause, Play, RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { LocalTime } from "../local-time.tsx";

const refreshIntervalMs = 10_000;
/** Minimum interval between announcements to screen readers. The figures can change more often. */
const announceIntervalMs = 60_000;

/**
 * Refreshes the page while it is visible, unless the user has paused this. Only numbers change, so that layout and
 * focus are kept.
 */
export function AutoRefresh({ readAt, summary, isRunning }: { readAt: string; summary: string; isRunning: boolean }) {
  const router = useRouter();
  const [isPaused, setPaused] = useState(!isRunning);
  const [isReading, startReading] = useTransition();
  const [announcement, setAnnouncement] = useState("");
  const lastAnnounced = useRef(0);

  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => {
      if (!document.hidden) startReading(() => router.refresh());
    }, refreshIntervalMs);
    return () => clearInterval(timer);
  }, [isPaused, router]);

  useEffect(() => {
    const now = performance.now();
    if (lastAnnounced.current === 0) lastAnnounced.current = now;
    else if (now - lastAnnounced.current >= announceIntervalMs) {
      lastAnnounced.current = now;
      setAnnouncement(summary);
    }
  }, [summary]);

  return (
    <div className="no-print mb-8 flex flex-wrap items-center gap-3 text-sm text-ink-soft">
      <Button size="small" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
        {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {isPaused ? "Refresh automatically" : "Pause"}
      </Button>
      <Button size="small" onClick={() => startReading(() => router.refresh())}>
        <RefreshCw aria-hidden="true" className={isReading ? "animate-spin" : undefined} />
        Refresh
      </Button>
      <span>
        As of <LocalTime at={readAt} />
        {isPaused ? ", paused" : ", refreshed every ten seconds"}
      </span>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  );
}
