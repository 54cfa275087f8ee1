import {
  type AnswerQuery,
  answerFilters,
  answerSorts,
  type ModelQuery,
  modelSorts,
  parseAnswerCursor,
} from "@/lib/domain/models/registry-view.ts";

type QueryRecord = Record<string, string | string[] | undefined>;

/** Reads the search parameters of the list of models; invalid parameters are ignored. */
export function readModelQuery(query: QueryRecord): ModelQuery {
  return {
    search: readQueryText(query.search),
    sort: modelSorts.find((sort) => sort === query.sort) ?? "name",
    page: readPage(query.page),
    isArchived: query.archived === "yes",
  };
}

/** Reads the search parameters of the list of a run's answers; invalid parameters are ignored. */
export function readAnswerQuery(query: QueryRecord): AnswerQuery {
  return {
    search: readQueryText(query.search),
    sort: answerSorts.find((sort) => sort === query.sort) ?? "item",
    show: answerFilters.find((show) => show === query.show) ?? "all",
    page: readPage(query.page),
    from: parseAnswerCursor(typeof query.from === "string" ? query.from.replaceAll("\u0000", "").slice(0, 2_000) : ""),
  };
}

/** A page number, from 1. */
export function readPage(value: string | string[] | undefined): number {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page < 1_000_000 ? page : 1;
}

/** Returns a text that the database can store, with at most `longest` characters. */
export function readQueryText(value: string | string[] | undefined, longest = 200): string {
  return (typeof value === "string" ? value : "").replaceAll("\u0000", "").toWellFormed().slice(0, longest);
}
