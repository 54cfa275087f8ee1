import { z } from "zod";
import { parseBeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { getBeliefs } from "@/lib/server/beliefs/get-beliefs.ts";
import { getBeliefComparisons } from "@/lib/server/beliefs/get-comparisons.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { noteLookAt } from "@/lib/server/studies/looks.ts";

/** A table or figure about expressions of belief as a file: `model-pairs.csv`, `rates.svg`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.string(), file: z.string().max(100) }),
  query: z.record(z.string(), z.string()),
  work: async ({ who, params, query }) => {
    const asked = parseBeliefQuery(query);
    const results = await getBeliefs(who, params.benchmark, asked);
    if (results?.people) await noteLookAt(who, results.people.study.id);
    const found = results && getBeliefComparisons(results, asked);
    return viewFileResponse(found?.view ?? null, params.file, found?.dataHash);
  },
});
