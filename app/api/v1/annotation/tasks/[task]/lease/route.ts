import { leaseRequest } from "@/lib/domain/annotation/requests.ts";
import { takeLease } from "@/lib/server/annotation/claim/take-lease.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Takes or renews the lease of the task that is on the screen. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: leaseRequest,
  work: ({ who, params }) => takeLease(who, params.task),
});
