import * as z from "zod";
import { itemUploadSchema, uploadItems } from "@/lib/server/imports/upload.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** Imports an item file: the body is the file, read as a stream. */
export const POST = handler({
  who: requireActor,
  params: z.object({ project: z.uuid() }),
  query: itemUploadSchema,
  work: ({ who, params, query, request }) => uploadItems(who, params.project, query, request.body),
});
