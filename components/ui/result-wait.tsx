"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Progress } from "./progress.tsx";

const pollIntervalMs = 1_500;

/** The progress of a computation. The page is refreshed regularly until the result exists. */
export function ResultWait({ share, doing }: { share: number; doing: string }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), pollIntervalMs);
    return () => clearInterval(timer);
  }, [router]);
  const percent = Math.round(share * 100);
  return (
    <div className="max-w-measure" role="status">
      <Progress label={`Computing: ${doing}`} value={percent} maximum={100} text={`${percent}%`} />
    </div>
  );
}
