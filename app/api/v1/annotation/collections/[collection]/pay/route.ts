import { getPayCsv } from "@/lib/server/annotation/people/get-pay.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../collection-params.ts";

/** The pay and top-up of each person of a collection, as CSV. */
export const GET = handler({
  who: requireActor,
  params: collectionParams,
  work: async ({ who, params }) => {
    const { name, text } = await getPayCsv(who, params.collection);
    return new Response(text, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
