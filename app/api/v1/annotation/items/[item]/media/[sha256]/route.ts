import * as z from "zod";
import { readItemFile } from "@/lib/server/annotation/media/read-media.ts";
import { createMediaResponse } from "@/lib/server/items/media/file-response.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { sha256Param } from "../../../../sha256-param.ts";

/** An image or recording of an item, for those who manage the collection. */
export const GET = handler({
  who: requireActor,
  params: z.object({ item: z.uuid(), ...sha256Param }),
  work: async ({ who, params, request }) =>
    createMediaResponse(request, await readItemFile(who, params.item, params.sha256)),
});
