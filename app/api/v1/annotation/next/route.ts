import * as z from "zod";
import { nextTask } from "@/lib/server/annotation/work/next-task.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

const query = z.strictObject({ collection: z.uuid().optional(), after: z.uuid().optional() });

/** What to work on now, with its lease, and what comes after it. Asking again resumes. */
export const GET = handler({
  who: requireActor,
  query,
  work: ({ who, query: { collection, after } }) => nextTask(who, { collectionId: collection, after }),
});
