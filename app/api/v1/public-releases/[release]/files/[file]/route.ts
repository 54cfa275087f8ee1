import * as z from "zod";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { handler, publicAccess } from "@/lib/server/platform/http/handler.ts";
import { analysisFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { listSharedFiles } from "@/lib/server/sharing/load-shared-results.ts";
import { openReleasePage } from "@/lib/server/sharing/release-page.ts";

/** One table or figure of the public page of a version as a file. */
export const GET = handler({
  who: publicAccess,
  params: z.object({ release: z.string(), file: z.string().max(100) }),
  work: async ({ params, request }) => {
    const release = await openReleasePage(params.release, request.headers);
    if (!release || release.withdrawnAt) throw notFoundError();
    return analysisFileResponse(await listSharedFiles(release.access), params.file);
  },
});
