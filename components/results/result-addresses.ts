import {
  defaultResultsQuery,
  formatResultsQuery,
  type ResultsQuery,
} from "@/lib/domain/results/model/results-query.ts";

/** The addresses of the parts of a results page, with the filters of the page. */
export interface ResultAddresses {
  /** The addresses of the study and of its results. */
  base: string;
  here: string;
  /** The address of the same page with other filters. */
  hrefOf: (changes: Partial<ResultsQuery>) => string;
  /** A table of this page as a file, and the separate page of a table. */
  tableHref: (view: string, file: string) => string;
  tablesPage: (view: string, number?: number) => string;
  /** An analysis of single answers as a file, and on its page. */
  viewHref: (view: string, file: string) => string;
  analysesHref: (view?: string) => string;
}

export function resultAddresses(studyId: string, base: string, query: ResultsQuery): ResultAddresses {
  const here = `${base}/results`;
  const { stage, surplus, excluded, openStratum, key } = query;
  const ofAnalyses = formatResultsQuery({ ...defaultResultsQuery, stage, surplus, excluded, openStratum, key });
  return {
    base,
    here,
    hrefOf: (changes) => here + formatResultsQuery({ ...query, page: 1, ...changes }),
    tableHref: (view, file) =>
      `/api/v1/studies/${studyId}/tables/${view}/${file}${formatResultsQuery({ ...query, page: 1 })}`,
    tablesPage: (view, number = 1) => addView(`${here}/tables`, formatResultsQuery({ ...query, page: number }), view),
    viewHref: (view, file) => `/api/v1/studies/${studyId}/views/${view}/${file}${ofAnalyses}`,
    analysesHref: (view) =>
      view === undefined ? `${here}/analyses${ofAnalyses}` : addView(`${here}/analyses`, ofAnalyses, view),
  };
}

function addView(address: string, choice: string, view: string): string {
  return `${address}${choice}${choice ? "&" : "?"}view=${view}`;
}
