import * as z from "zod";
import { AppError, notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { handler, publicAccess } from "@/lib/server/platform/http/handler.ts";
import { openReleasePage } from "@/lib/server/sharing/release-page.ts";
import { archiveResponse } from "../../../releases/archive-response.ts";

/** The zip of a version that has a public page. */
export const GET = handler({
  who: publicAccess,
  params: z.object({ release: z.string() }),
  work: async ({ params, request }) => {
    const release = await openReleasePage(params.release, request.headers);
    if (!release) throw notFoundError();
    if (release.withdrawnAt)
      throw new AppError("gone", `Version ${release.version} was withdrawn: ${release.withdrawnReason}`);
    return archiveResponse({ ...release, fileName: `${release.slug}-${release.version}.zip` });
  },
});
