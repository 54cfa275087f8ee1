import {
  defaultResultsQuery,
  formatResultsQuery,
  type ResultsQuery,
} from "@/lib/domain/results/model/results-query.ts";

/** The addresses of the parts of a results page. They keep the filters of the page. */
export interface ResultAddresses {
  /** The addresses of the study and of its results page. */
  base: string;
  here: string;
  /** The address of this page with changed filters. */
  hrefOf: (changes: Partial<ResultsQuery>) => string;
  /** The address of a file with a table of this page, and the address of the table's own page. */
  tableHref: (view: string, file: string) => string;
  tablesPage: (view: string, number?: number) => string;
  /** The address of a file with an analysis of single answers, and the address of its page. */
  viewHref: (view: string, file: string) => string;
  analysesHref: (view?: string) => string;
}

export function resultAddresses(studyId: string, base: string, query: ResultsQuery): ResultAddresses {
  const here = `${base}/results`;
  const { stage, surplus, excluded, openStratum, key } = query;
  const analysesQuery = formatResultsQuery({ ...defaultResultsQuery, stage, surplus, excluded, openStratum, key });
  return {
    base,
    here,
    hrefOf: (changes) => here + formatResultsQuery({ ...query, page: 1, ...changes }),
    tableHref: (view, file) =>
      `/api/v1/studies/${studyId}/tables/${view}/${file}${formatResultsQuery({ ...query, page: 1 })}`,
    tablesPage: (view, number = 1) => addView(`${here}/tables`, formatResultsQuery({ ...query, page: number }), view),
    viewHref: (view, file) => `/api/v1/studies/${studyId}/views/${view}/${file}${analysesQuery}`,
    analysesHref: (view) =>
      view === undefined ? `${here}/analyses${analysesQuery}` : addView(`${here}/analyses`, analysesQuery, view),
  };
}

function addView(address: string, choice: string, view: string): string {
  return `${address}${choice}${choice ? "&" : "?"}view=${view}`;
}
