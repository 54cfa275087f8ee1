import { chooseRequest } from "@/lib/domain/annotation/requests.ts";
import { chooseBranch } from "@/lib/server/annotation/work/choose-branch.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../../task-params.ts";

/** Resolves a conflict: the chosen text becomes the newest revision of the main branch. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: chooseRequest,
  work: ({ who, params, body }) => chooseBranch(who, params.task, body),
});
