/** The columns by which a list of answers can be sorted. Equal values are sorted by time. */
export const responseSorts = ["time", "person", "item", "condition", "response-time"] as const;
export type ResponseSort = (typeof responseSorts)[number];

/** The order of a list of answers. */
export interface ResponseOrder {
  sort: ResponseSort;
  order: "asc" | "desc";
}

/** Newest first. */
export const newestFirst: ResponseOrder = { sort: "time", order: "desc" };

/** The maximum count for a list of answers; more matches are not counted. */
export const maxCountedResponses = 10_000;
