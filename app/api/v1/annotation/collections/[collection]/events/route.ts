import { Readable } from "node:stream";
import { openFigureEvents } from "@/lib/server/annotation/lead/figure-events.ts";
import { itemListQuery } from "@/lib/server/annotation/lead/list-items.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../collection-params.ts";

/** The events behind a figure of a collection, as JSON lines without names. */
export const GET = handler({
  who: requireActor,
  params: collectionParams,
  query: itemListQuery,
  work: async ({ who, params, query }) => {
    const { name, stream } = await openFigureEvents(who, params.collection, query);
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
      headers: {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
