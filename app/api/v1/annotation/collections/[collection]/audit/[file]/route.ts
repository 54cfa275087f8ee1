import * as z from "zod";
import { auditView } from "@/lib/domain/results/views/collections/audit-view.ts";
import { getAudit } from "@/lib/server/annotation/audit/get-audit.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";

/** The baseline accuracies of a collection's audit as a file: `story-guesses.csv`, `option-guesses.svg`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ collection: z.uuid(), file: z.string().max(100) }),
  query: z.object({ which: z.enum(["accepted", "all"]).default("accepted") }),
  work: async ({ who, params, query, request }) => {
    const { audit } = await getAudit(who, params.collection, query.which);
    return viewFileResponse(request, auditView(audit), params.file, null);
  },
});
