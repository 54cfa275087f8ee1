"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";

const everyMs = 1_500;

/** The current step of a background job. The page polls while this note is shown. */
export function PollingNote({ children }: { children: ReactNode }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), everyMs);
    return () => clearInterval(timer);
  }, [router]);
  return <p role="status">{children}</p>;
}
