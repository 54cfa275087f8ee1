import { siblingCutsRequest } from "@/lib/domain/annotation/requests.ts";
import { cutSiblings } from "@/lib/server/annotation/work/cut-siblings.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Cuts the same sentence from sibling stories, as the user confirmed for each story. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: siblingCutsRequest,
  work: ({ who, params, body }) => cutSiblings(who, params.task, body),
});
