import { Readable } from "node:stream";
import { openSchemaExport, schemaExportQuery } from "@/lib/server/annotation/schema/export-schema.ts";
import { printAnswerTable } from "@/lib/server/annotation/schema/read-answer-table.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { printTable } from "@/lib/server/results/print-files.ts";
import { collectionParams } from "../../../collection-params.ts";

/** The items of a task schema with all answers: JSON lines, a table, Label Studio, Prodigy, CoNLL or a Hugging Face folder. */
export const GET = handler({
  who: requireActor,
  params: collectionParams,
  query: schemaExportQuery,
  work: async ({ who, params, query }) => {
    const { format } = query;
    if (format === "xlsx") {
      const { name, bytes } = await printAnswerTable(who, params.collection, printTable);
      return fileOf({ name, type: xlsxType, body: bytes as BodyInit });
    }
    const { name, type, stream } = await openSchemaExport(who, params.collection, { format });
    return fileOf({ name, type, body: Readable.toWeb(stream) as ReadableStream<Uint8Array> });
  },
});

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function fileOf({ name, type, body }: { name: string; type: string; body: BodyInit }): Response {
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}
