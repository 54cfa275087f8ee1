import { getGuidelines } from "@/lib/server/annotation/guidelines/guidelines.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../collection-params.ts";

/** The guidelines of a collection, and whether the user has read them. */
export const GET = handler({
  who: requireActor,
  params: collectionParams,
  work: ({ who, params }) => getGuidelines(who, params.collection),
});
