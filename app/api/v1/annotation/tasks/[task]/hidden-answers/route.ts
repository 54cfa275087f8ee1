import { readHiddenAnswers } from "@/lib/server/annotation/work/hidden-answers.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Model answers to the item; 403 before the user's own verdict. */
export const GET = handler({
  who: requireActor,
  params: taskParams,
  work: ({ who, params }) => readHiddenAnswers(who, params.task),
});
