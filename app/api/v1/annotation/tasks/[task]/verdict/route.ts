import { verdictRequest } from "@/lib/domain/annotation/requests.ts";
import { submitVerdict } from "@/lib/server/annotation/work/submit-verdict.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Stores the annotator's verdict; returns the next task. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: verdictRequest,
  work: ({ who, params, body }) => submitVerdict(who, params.task, body),
});
