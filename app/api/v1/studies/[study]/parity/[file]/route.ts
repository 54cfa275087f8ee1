import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { loadParityView } from "@/lib/server/studies/parity/load-parity.ts";

/** A table about the parity of stimuli between people and models, as a file: `parity.csv`, `differing.tex`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), file: z.string().max(100) }),
  work: async ({ who, params: { study, file }, request }) =>
    viewFileResponse(request, await loadParityView(who, study), file, null),
});
