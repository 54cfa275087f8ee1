import * as z from "zod";
import { claimNextReview } from "@/lib/server/annotation/review/next-review.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

const query = z.strictObject({ collection: z.uuid().optional(), after: z.uuid().optional() });

/** The next item to review, with its lease. */
export const GET = handler({
  who: requireActor,
  query,
  work: ({ who, query: { collection, after } }) => claimNextReview(who, { collectionId: collection, after }),
});
