import { guidelineReadRequest } from "@/lib/domain/annotation/guidelines.ts";
import { recordGuidelinesRead } from "@/lib/server/annotation/guidelines/guidelines.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../../collection-params.ts";

/** Records that the user has read a version of the guidelines. */
export const POST = handler({
  who: requireActor,
  params: collectionParams,
  body: guidelineReadRequest,
  work: ({ who, params, body }) => recordGuidelinesRead(who, params.collection, body.version),
});
