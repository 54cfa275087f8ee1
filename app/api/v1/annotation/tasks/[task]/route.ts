import { getTask } from "@/lib/server/annotation/claim/get-task.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../task-params.ts";

/** The current state of a task, without taking its lease. */
export const GET = handler({
  who: requireActor,
  params: taskParams,
  work: ({ who, params }) => getTask(who, params.task),
});
