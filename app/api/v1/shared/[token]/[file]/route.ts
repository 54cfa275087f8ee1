import * as z from "zod";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { handler, publicAccess } from "@/lib/server/platform/http/handler.ts";
import { analysisFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { listSharedFiles } from "@/lib/server/sharing/load-shared-results.ts";
import { openSharedView } from "@/lib/server/sharing/open-shared-view.ts";

/**
 * One table or figure of a shared view as a file. The token of the link grants access, and each download is recorded.
 */
export const GET = handler({
  who: publicAccess,
  params: z.object({ token: z.string().max(100), file: z.string().max(100) }),
  work: async ({ params: { token, file }, request }) => {
    const view = await openSharedView(token, request.headers);
    if (!view) throw notFoundError();
    return analysisFileResponse(await listSharedFiles(view), file);
  },
});
