"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import * as z from "zod";
import { Progress } from "@/components/ui/progress.tsx";
import { ask } from "@/lib/client/exchange/ask.ts";

const workingSchema = z.object({ share: z.number(), doing: z.string() });
const stateSchema = z.object({ working: workingSchema.nullable() });
const askAgainMs = 1_000;

/** Waits for the views that are computed in the background and shows the page again when they are there. */
export function ViewsWait({ stateHref, first }: { stateHref: string; first: z.infer<typeof workingSchema> }) {
  const router = useRouter();
  const [working, setWorking] = useState(first);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      const known = await ask(stateHref, stateSchema);
      if (isOver) return;
      if (known?.working === null) {
        router.refresh();
        return;
      }
      // An answer that did not arrive is asked for again.
      if (known?.working) setWorking(known.working);
      timer = setTimeout(look, askAgainMs);
    };
    timer = setTimeout(look, askAgainMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [stateHref, router]);
  return (
    <div className="max-w-measure">
      <Progress
        label={`Computing: ${working.doing}`}
        value={Math.round(working.share * 100)}
        maximum={100}
        text={`${Math.round(working.share * 100)}%`}
      />
    </div>
  );
}
