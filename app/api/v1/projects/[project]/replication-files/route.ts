import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { replicationUploadSchema, uploadReplicationFile } from "@/lib/server/replicate/replication-upload.ts";

/** Stores released data or logs for a replication: the body is the file, read as a stream. */
export const POST = handler({
  who: requireActor,
  params: z.object({ project: z.uuid() }),
  query: replicationUploadSchema,
  work: ({ who, params, query, request }) => uploadReplicationFile(who, params.project, query, request.body),
});
