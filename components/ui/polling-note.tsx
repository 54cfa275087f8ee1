"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";

const pollIntervalMs = 1_500;

/** A note on the current step of a background job. While the note is shown, the page is refreshed regularly. */
export function PollingNote({ children }: { children: ReactNode }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), pollIntervalMs);
    return () => clearInterval(timer);
  }, [router]);
  return <p role="status">{children}</p>;
}
