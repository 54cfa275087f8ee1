"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import * as z from "zod";
import { Progress } from "@/components/ui/progress.tsx";
import { ask } from "@/lib/client/exchange/ask.ts";

const stateSchema = z.object({ state: z.string(), share: z.number().optional() });
const askAgainMs = 1_000;

/** Waits for a report that is made in the background and shows the page again when it is there. */
export function ArtefactWait({ benchmarkId, share: firstShare }: { benchmarkId: string; share: number }) {
  const router = useRouter();
  const [share, setShare] = useState(firstShare);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      const known = await ask(`/api/v1/benchmarks/${benchmarkId}/artefacts`, stateSchema);
      if (isOver) return;
      // An answer that did not arrive is asked for again.
      if (known === null || known.state === "working") {
        setShare((before) => known?.share ?? before);
        timer = setTimeout(look, askAgainMs);
      } else router.refresh();
    };
    timer = setTimeout(look, askAgainMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [benchmarkId, router]);
  return (
    <div className="max-w-measure">
      <Progress
        label="Measuring the artefacts"
        value={Math.round(share * 100)}
        maximum={100}
        text={`${Math.round(share * 100)}%`}
      />
    </div>
  );
}
