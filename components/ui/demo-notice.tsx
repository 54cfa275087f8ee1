"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { type DemoLoading, formatDemoLoading } from "@/lib/domain/demo-loading.ts";
import { Callout } from "./callout.tsx";

const refreshMs = 10_000;

/**
 * A notice that demo data are still loading or have failed to load. While data are loading, the page is refreshed
 * regularly.
 */
export function DemoNotice({ loading }: { loading: DemoLoading | null }) {
  const router = useRouter();
  const isWaiting = (loading?.waiting ?? 0) > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!document.hidden) router.refresh();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [isWaiting, router]);
  if (!loading) return null;
  return (
    <Callout
      className="mb-8"
      tone={isWaiting ? "info" : "warn"}
      title={isWaiting ? "Demo data are still loading" : undefined}
    >
      {formatDemoLoading(loading)}
    </Callout>
  );
}
