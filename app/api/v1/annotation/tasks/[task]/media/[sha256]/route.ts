import { readTaskFile } from "@/lib/server/annotation/media/read-media.ts";
import { createMediaResponse } from "@/lib/server/items/media/file-response.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { sha256Param } from "../../../../sha256-param.ts";
import { taskParams } from "../../../../task-params.ts";

/** An image or recording of the item of a task. */
export const GET = handler({
  who: requireActor,
  params: taskParams.extend(sha256Param),
  work: async ({ who, params, request }) =>
    createMediaResponse(request, await readTaskFile(who, params.task, params.sha256)),
});
