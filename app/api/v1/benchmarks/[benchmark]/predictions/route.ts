import * as z from "zod";
import { predictionUploadSchema, uploadPredictions } from "@/lib/server/imports/upload.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** Imports a prediction file: the body is the file, read as a stream. */
export const POST = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid() }),
  query: predictionUploadSchema,
  work: ({ who, params, query, request }) => uploadPredictions(who, params.benchmark, query, request.body),
});
