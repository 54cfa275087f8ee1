import { archiveUploadSchema, requestArchiveImport } from "@/lib/server/archive/request-import.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** Imports the archive of a project in the background: the body is the file, read as a stream. */
export const POST = handler({
  who: requireActor,
  query: archiveUploadSchema,
  work: ({ who, query, request }) => requestArchiveImport(who, query, request.body),
});
