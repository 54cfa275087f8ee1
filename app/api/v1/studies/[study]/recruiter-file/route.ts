import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { importStatusFile, statusColumnsSchema } from "@/lib/server/recruiters/import-status-file.ts";

/** Imports a recruiter's export file into a study's ledger: the body is the unmodified CSV. */
export const POST = handler({
  who: requireActor,
  params: z.object({ study: z.string() }),
  query: statusColumnsSchema,
  work: ({ who, params, query, request }) => importStatusFile(who, params.study, query, request.body),
});
