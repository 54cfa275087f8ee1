import { itemListQuery, listItems } from "@/lib/server/annotation/lead/list-items.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../collection-params.ts";

/** A page of a collection's items, for those who manage it. */
export const GET = handler({
  who: requireActor,
  params: collectionParams,
  query: itemListQuery,
  work: ({ who, params, query }) => listItems(who, params.collection, query),
});
