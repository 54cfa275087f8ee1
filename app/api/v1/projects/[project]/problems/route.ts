import * as z from "zod";
import { problemUploadSchema, uploadProblems } from "@/lib/server/mindgames/upload-problems.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** Imports MindGames rows as items: the body is the file, read as a stream. */
export const POST = handler({
  who: requireActor,
  params: z.object({ project: z.uuid() }),
  query: problemUploadSchema,
  work: ({ who, params, query, request }) => uploadProblems(who, params.project, query, request.body),
});
