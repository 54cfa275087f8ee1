import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { previewStudy } from "@/lib/server/studies/draft/preview-study.ts";
import { respondWithPreview, respondWithPreviewNotice } from "../../respond-with-preview.tsx";

/** One page of a study as participants see it, for the preview frames. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string() }),
  query: z.object({
    page: z.string().optional(),
    item: z.string().optional(),
    condition: z.string().optional(),
    theme: z.enum(["light", "dark"]).optional(),
  }),
  async work({ who, params, query }) {
    const view = await previewStudy(who, params.study, query);
    if (view) return respondWithPreview(who, view, query.theme ?? null);
    return respondWithPreviewNotice("There is nothing here", "The study has no such page.", 404);
  },
});
