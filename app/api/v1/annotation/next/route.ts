import * as z from "zod";
import { claimNextTask } from "@/lib/server/annotation/work/next-task.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

const query = z.strictObject({ collection: z.uuid().optional(), after: z.uuid().optional() });

/** The current task, with its lease, and the next one. Idempotent. */
export const GET = handler({
  who: requireActor,
  query,
  work: ({ who, query: { collection, after } }) => claimNextTask(who, { collectionId: collection, after }),
});
