import { aheadRequest } from "@/lib/domain/annotation/ahead.ts";
import { readTasksAhead } from "@/lib/server/annotation/work/read-ahead.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** The tasks after the current one, for offline work. Idempotent. */
export const POST = handler({
  who: requireActor,
  body: aheadRequest,
  work: ({ who, body }) => readTasksAhead(who, body),
});
