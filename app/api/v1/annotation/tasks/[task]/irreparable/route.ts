import { irreparableRequest } from "@/lib/domain/annotation/requests.ts";
import { submitVerdict } from "@/lib/server/annotation/work/submit-verdict.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Marks an item as irreparable, with a reason. The text need not be valid. Returns the next task. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: irreparableRequest,
  work: ({ who, params, body }) =>
    submitVerdict(who, params.task, {
      ...body,
      revisionId: null,
      verdict: "irreparable",
      checklist: {},
      dismissals: [],
      activeMs: 0,
    }),
});
