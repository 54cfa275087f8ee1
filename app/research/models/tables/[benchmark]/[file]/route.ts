import * as z from "zod";
import { paperTableFiles } from "@/lib/domain/replicate/table-files.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { readSelection } from "@/lib/server/models/read-selection.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { loadFreshModelTables } from "@/lib/server/replicate/model-tables.ts";
import { replicationFileResponse } from "../../../../replicate/file-response.ts";

/** One table or figure that compares all models on a benchmark, as a file. */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid(), file: z.string().max(100) }),
  query: z.object({ items: z.string().max(4_000).default("") }),
  work: async ({ who, params: { benchmark, file }, query: { items } }) => {
    const modelTables = await loadFreshModelTables(who, benchmark, readSelection(items));
    if (!modelTables) throw notFoundError();
    return replicationFileResponse(
      modelTables.tables.flatMap((table) => paperTableFiles(table, exploratory)),
      file,
    );
  },
});
