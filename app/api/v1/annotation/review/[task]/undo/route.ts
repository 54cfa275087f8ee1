import { reopenRequest } from "@/lib/domain/annotation/requests.ts";
import { undoReview } from "@/lib/server/annotation/review/undo-review.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Undoes the reviewer's last decision on an item. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: reopenRequest,
  work: ({ who, params }) => undoReview(who, params.task),
});
