import { importSchemaUpload, schemaUploadSchema } from "@/lib/server/annotation/import/import-schema-upload.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../collection-params.ts";

/** Imports items of a task schema: the body is the file, read as a stream; its name gives the format. */
export const POST = handler({
  who: requireActor,
  params: collectionParams,
  query: schemaUploadSchema,
  work: ({ who, params, query, request }) => importSchemaUpload(who, params.collection, query, request.body),
});
