import { listArtefacts } from "@/lib/server/annotation/audit/list-artefacts.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../collection-params.ts";

/** The questions of a collection as input of a baseline classifier that measures artefacts of the whole collection. */
export const GET = handler({
  who: requireActor,
  params: collectionParams,
  work: ({ who, params }) => listArtefacts(who, params.collection),
});
