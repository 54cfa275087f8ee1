import { reopenRequest } from "@/lib/domain/annotation/requests.ts";
import { replaceTaskItem } from "@/lib/server/annotation/construct/replace-item.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Requests another item from the same source for an item that the user marked as irreparable. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: reopenRequest,
  work: ({ who, params }) => replaceTaskItem(who, params.task),
});
