import * as z from "zod";
import { uploadFile, uploadFileSchema } from "@/lib/server/items/media/upload-file.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** Stores an image or a recording for the items of a benchmark; the body is the file. */
export const POST = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid() }),
  query: uploadFileSchema,
  work: ({ who, params, query, request }) => uploadFile(who, params.benchmark, query, request),
});
