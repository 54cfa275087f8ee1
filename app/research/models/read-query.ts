import {
  type AnswerQuery,
  answerFilters,
  answerSorts,
  type ModelQuery,
  modelSorts,
  parseAnswerCursor,
} from "@/lib/domain/models/registry-view.ts";

type QueryRecord = Record<string, string | string[] | undefined>;

/** The search parameters of a list; invalid ones are ignored. */
export function readModelQuery(asked: QueryRecord): ModelQuery {
  return {
    search: readQueryText(asked.search),
    sort: modelSorts.find((sort) => sort === asked.sort) ?? "name",
    page: readPage(asked.page),
    isArchived: asked.archived === "yes",
  };
}

/** The search parameters of the list of a run's answers; invalid ones are ignored. */
export function readAnswerQuery(asked: QueryRecord): AnswerQuery {
  return {
    search: readQueryText(asked.search),
    sort: answerSorts.find((sort) => sort === asked.sort) ?? "item",
    show: answerFilters.find((show) => show === asked.show) ?? "all",
    page: readPage(asked.page),
    from: parseAnswerCursor(typeof asked.from === "string" ? asked.from.replaceAll("\u0000", "").slice(0, 2_000) : ""),
  };
}

/** A page number, from 1. */
export function readPage(asked: string | string[] | undefined): number {
  const page = Number(asked);
  return Number.isInteger(page) && page >= 1 && page < 1_000_000 ? page : 1;
}

/** A text that the database can store, of at most `most` characters. */
export function readQueryText(asked: string | string[] | undefined, longest = 200): string {
  return (typeof asked === "string" ? asked : "").replaceAll("\u0000", "").toWellFormed().slice(0, longest);
}
