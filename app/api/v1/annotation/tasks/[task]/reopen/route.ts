import { reopenRequest } from "@/lib/domain/annotation/requests.ts";
import { reopenTask } from "@/lib/server/annotation/work/reopen-task.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Withdraws the user's own submission, as long as its review has not begun. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: reopenRequest,
  work: ({ who, params }) => reopenTask(who, params.task),
});
