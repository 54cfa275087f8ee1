import * as z from "zod";
import { openItemExport } from "@/lib/server/items/item-file.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** The benchmark as an item file, which another installation can import. */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid() }),
  work: async ({ who, params }) => {
    const file = await openItemExport(who, params.benchmark);
    return new Response(file.stream, {
      headers: {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": `attachment; filename="${file.name}"`,
      },
    });
  },
});
