"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";

const everyMs = 1_500;

/** The current step of work in the background; the page polls as long as it is shown. */
export function PollingNote({ children }: { children: ReactNode }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), everyMs);
    return () => clearInterval(timer);
  }, [router]);
  return <p role="status">{children}</p>;
}
