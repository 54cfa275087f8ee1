import * as z from "zod";
import { createMediaResponse } from "@/lib/server/items/media/file-response.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { getEthicsFile } from "@/lib/server/studies/draft/get-ethics-file.ts";

/** The PDF of a study's ethics approval; never displayed in the browser. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string() }),
  work: async ({ who, params, request }) => {
    const response = await createMediaResponse(request, await getEthicsFile(who, params.study));
    response.headers.set("Content-Disposition", 'attachment; filename="ethics-approval.pdf"');
    return response;
  },
});
