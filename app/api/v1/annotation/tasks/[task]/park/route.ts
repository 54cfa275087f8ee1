import { parkRequest } from "@/lib/domain/annotation/requests.ts";
import { parkTask } from "@/lib/server/annotation/work/park-task.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Parks the task; returns the next one. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: parkRequest,
  work: ({ who, params, body }) => parkTask(who, params.task, body),
});
