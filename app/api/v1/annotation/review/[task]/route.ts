import { reviewRequest } from "@/lib/domain/annotation/requests.ts";
import { decideReview } from "@/lib/server/annotation/review/decide-review.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../task-params.ts";

/** The reviewer's decision on one finished copy. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: reviewRequest,
  maximumBytes: 1024 * 1024,
  work: ({ who, params, body }) => decideReview(who, params.task, body),
});
