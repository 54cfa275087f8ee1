import * as z from "zod";
import { workersView } from "@/lib/domain/results/views/people/workers-view.ts";
import { getCollection } from "@/lib/server/annotation/collections/list-collections.ts";
import { listWorkers } from "@/lib/server/annotation/people/list-workers.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";

/** The work and pay of a collection's people, as a file: `work.csv`, `pay.tex`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ collection: z.uuid(), file: z.string().max(100) }),
  work: async ({ who, params: { collection, file }, request }) => {
    const [workers, { settings }] = await Promise.all([listWorkers(who, collection), getCollection(who, collection)]);
    return viewFileResponse(request, workersView(workers, settings), file, null);
  },
});
