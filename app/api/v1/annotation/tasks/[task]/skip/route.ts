import { reasonedRequest } from "@/lib/domain/annotation/requests.ts";
import { skipTask } from "@/lib/server/annotation/work/skip-task.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Passes the task to another annotator; returns the next one. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: reasonedRequest,
  work: ({ who, params, body }) => skipTask(who, params.task, body),
});
