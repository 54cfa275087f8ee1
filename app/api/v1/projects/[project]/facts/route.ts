import * as z from "zod";
import { factUploadSchema, uploadFacts } from "@/lib/server/beliefs/upload-facts.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** Imports facts, each with a false object: the body is the file, read as a stream. */
export const POST = handler({
  who: requireActor,
  params: z.object({ project: z.uuid() }),
  query: factUploadSchema,
  work: ({ who, params, query, request }) => uploadFacts(who, params.project, query, request.body),
});
