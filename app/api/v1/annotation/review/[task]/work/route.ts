import { reviewWorkRequest } from "@/lib/domain/annotation/requests.ts";
import { saveReviewWork } from "@/lib/server/annotation/review/save-review-work.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** A reviewer's heartbeat: renews the lease, stores the draft and counts time. */
export const PUT = handler({
  who: requireActor,
  params: taskParams,
  body: reviewWorkRequest,
  maximumBytes: 4 * 1024 * 1024,
  work: ({ who, params, body }) => saveReviewWork(who, params.task, body),
});
