import * as z from "zod";
import { parseBeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { openQuestionsView, tuningView } from "@/lib/domain/results/views/beliefs/belief-page-views.ts";
import { compareTuning, tuningResult } from "@/lib/server/beliefs/compare-tuning.ts";
import { loadBeliefComparisons, loadFreshBeliefs } from "@/lib/server/beliefs/load-comparisons.ts";
import { loadOpenQuestions } from "@/lib/server/beliefs/load-open-questions.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { loadFreshResult } from "@/lib/server/stored-results/stored-result.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";

/**
 * A table or figure about expressions of belief as a file: of all observers (`model-pairs.csv`, `rates.svg`), of one
 * pair of models (`tuning.tex`), or of models' answers to open questions (`open-questions.md`).
 */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.string(), file: z.string().max(100) }),
  query: z.record(z.string(), z.string()),
  work: async ({ who, params, query, request }) => {
    const beliefQuery = parseBeliefQuery(query);
    if (params.file.startsWith("open-questions.")) {
      const openQuestions = await loadOpenQuestions(who, params.benchmark, beliefQuery);
      return viewFileResponse(
        request,
        openQuestions && openQuestionsView(openQuestions.models),
        params.file,
        exploratory,
      );
    }
    const results = await loadFreshBeliefs(who, params.benchmark, beliefQuery);
    if (results?.people) await recordInterimViewAt(who, results.people.study.id);
    if (results && params.file.startsWith("tuning.")) {
      const { shown } = await compareTuning(results, beliefQuery.couple);
      const pair = shown && (await loadFreshResult(tuningResult, shown.subject));
      return viewFileResponse(request, pair?.document ? tuningView(pair.document) : null, params.file, exploratory);
    }
    const comparisons = results && (await loadBeliefComparisons(results, beliefQuery));
    const status = results?.people?.status ?? exploratory;
    return viewFileResponse(request, comparisons?.view ?? null, params.file, status, comparisons?.dataHash);
  },
});
