import { z } from "zod";
import { requireActor } from "@/lib/server/auth/require-user.ts";
import { getShortcutProgress } from "@/lib/server/epistemic/shortcut-job.ts";
import { handler } from "@/lib/server/http/handler.ts";

/** How far the shortcut report of a set is: "none", "working" with the share done, "done" or "failed". */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid() }),
  work: async ({ who, params }) => {
    const shortcuts = await getShortcutProgress(who, params.benchmark);
    return shortcuts.state === "done" ? { state: "done" } : shortcuts;
  },
});
