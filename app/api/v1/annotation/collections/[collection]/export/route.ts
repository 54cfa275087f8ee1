import { Readable } from "node:stream";
import { collectionExportQuery, openCollectionExport } from "@/lib/server/annotation/export/export-collection.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../collection-params.ts";

/** A collection as a file: the released layout, JSON lines, CSV, model output, or the history of every item. */
export const GET = handler({
  who: requireActor,
  params: collectionParams,
  query: collectionExportQuery,
  work: async ({ who, params, query }) => {
    const { name, type, stream } = await openCollectionExport(who, params.collection, query);
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
      headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
    });
  },
});
