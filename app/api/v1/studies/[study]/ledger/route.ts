import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { downloadLedger } from "@/lib/server/recruiters/download-ledger.ts";
import { ledgerFilterSchema } from "@/lib/server/recruiters/read-ledger.ts";

/** A study's outcomes compared with those of its recruiter, as CSV. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string() }),
  query: ledgerFilterSchema.pick({ show: true }),
  work: async ({ who, params, query }) => {
    const { fileName, csv } = await downloadLedger(who, params.study, query.show);
    return new Response(csv, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${fileName}"`,
      },
    });
  },
});
