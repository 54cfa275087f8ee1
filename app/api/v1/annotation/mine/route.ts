import { listMyWork, myWorkQuery } from "@/lib/server/annotation/work/list-my-work.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** The user's submitted, parked and returned tasks, with reasons, hours and pay. */
export const GET = handler({
  who: requireActor,
  query: myWorkQuery,
  work: ({ who, query }) => listMyWork(who, query),
});
