import { siblingCutsRequest } from "@/lib/domain/annotation/requests.ts";
import { suggestSiblingCuts } from "@/lib/server/annotation/suggest-sibling-cuts.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** Tells sibling stories that a sentence was cut here. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: siblingCutsRequest,
  work: ({ who, params, body }) => suggestSiblingCuts(who, params.task, body),
});
