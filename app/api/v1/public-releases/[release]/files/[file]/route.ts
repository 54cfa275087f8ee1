import * as z from "zod";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { handler, publicAccess } from "@/lib/server/platform/http/handler.ts";
import { analysisFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { openReleasePage } from "@/lib/server/sharing/release-page.ts";

/** One table or figure of the public page of a study's version as a file, as stored with the version. */
export const GET = handler({
  who: publicAccess,
  params: z.object({ release: z.string(), file: z.string().max(100) }),
  work: async ({ params, request }) => {
    const release = await openReleasePage(params.release, request.headers);
    if (release?.results?.of !== "study" || release.withdrawnAt) throw notFoundError();
    return analysisFileResponse(release.results.files, params.file);
  },
});
