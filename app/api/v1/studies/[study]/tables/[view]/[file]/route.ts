import * as z from "zod";
import { parseResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { cellViewTitles } from "@/lib/domain/results/views/cell-views.ts";
import { languageView } from "@/lib/domain/results/views/models/language-view.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { loadFreshLanguages } from "@/lib/server/results/list-languages.ts";
import { loadFreshCellView } from "@/lib/server/results/load-cell-view.ts";
import { loadPageParts } from "@/lib/server/results/load-page-parts.ts";
import { pageFileResponse, viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";

/**
 * One table or figure as a file: of the tables and comparisons (`accuracy.csv`, `types.tex`, `types.svg`,
 * `sentences.md`), of the headline of the results page (`page/comparisons.csv`), or of the languages of a study. With
 * the query parameter `item`, the file is limited to that item.
 */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), view: z.string(), file: z.string().max(100) }),
  work: async ({ who, params, request }) => {
    const searchParams = new URL(request.url).searchParams;
    const item = z.uuid().nullable().catch(null).parse(searchParams.get("item"));
    if (params.view === "languages") {
      const languages = await loadFreshLanguages(who, params.study, item);
      await recordInterimViewAt(who, params.study);
      const view = languages && languageView(languages.document);
      const status = await readDataStatus(params.study, null);
      return viewFileResponse(request, view, params.file, status, languages?.dataHash);
    }
    if (params.view === "page") {
      const parts = await loadPageParts(who, params.study, parseResultsQuery(readAllValues(searchParams)));
      await recordInterimViewAt(who, params.study);
      return pageFileResponse(request, parts, params.file);
    }
    const id = cellViewTitles.find((one) => one.id === params.view)?.id;
    if (!id) throw notFoundError();
    const cellView = await loadFreshCellView(
      who,
      params.study,
      parseResultsQuery(readAllValues(searchParams)),
      id,
      item,
    );
    await recordInterimViewAt(who, params.study);
    return viewFileResponse(request, cellView?.view ?? null, params.file, cellView?.status ?? null, cellView?.dataHash);
  },
});

/** All values of each parameter, as a page reads them: several models may be selected. */
function readAllValues(address: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(address.keys())].map((name) => [name, address.getAll(name)]));
}
