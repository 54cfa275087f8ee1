import { importUpload, storyUploadSchema } from "@/lib/server/annotation/import/import-upload.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../collection-params.ts";

/** Imports stories into a collection: the body is the file, read as a stream; its name gives the format. */
export const POST = handler({
  who: requireActor,
  params: collectionParams,
  query: storyUploadSchema,
  work: ({ who, params, query, request }) => importUpload(who, params.collection, query, request.body),
});
