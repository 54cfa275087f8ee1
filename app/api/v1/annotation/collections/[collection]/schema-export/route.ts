import { Readable } from "node:stream";
import { openSchemaExport, schemaExportQuery } from "@/lib/server/annotation/schema/export-schema.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../collection-params.ts";

/** The items of a task schema with all answers: JSON lines, a table, Label Studio, Prodigy, CoNLL or a Hugging Face folder. */
export const GET = handler({
  who: requireActor,
  params: collectionParams,
  query: schemaExportQuery,
  work: async ({ who, params, query }) => {
    const { name, type, stream } = await openSchemaExport(who, params.collection, query);
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
      headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
    });
  },
});
