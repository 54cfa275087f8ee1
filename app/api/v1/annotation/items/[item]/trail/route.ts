import * as z from "zod";
import { getItemHistoryLines } from "@/lib/server/annotation/items/item-history.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** The history of one item as JSON lines, without names. */
export const GET = handler({
  who: requireActor,
  params: z.object({ item: z.uuid() }),
  work: async ({ who, params }) => {
    const { externalId, text } = await getItemHistoryLines(who, params.item);
    const name = externalId.replace(/[^\w.-]+/g, "-").slice(0, 80) || "item";
    return new Response(text, {
      headers: {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name}.trail.jsonl"`,
      },
    });
  },
});
