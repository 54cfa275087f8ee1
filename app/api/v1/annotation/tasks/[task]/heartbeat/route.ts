import { heartbeatRequest } from "@/lib/domain/annotation/requests.ts";
import { heartbeat } from "@/lib/server/annotation/claim/heartbeat.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** A heartbeat: renews the lease and counts time. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: heartbeatRequest,
  work: ({ who, params, body }) => heartbeat(who, params.task, body),
});
