import type { ParityFinding } from "../../models/decide-parity.ts";

/** One person's answer to an item, without anything that identifies the person. */
export interface ItemResponse {
  id: string;
  conditionId: string;
  stratum: string;
  answerKey: string | null;
  explanation: string | null;
  elapsedMs: number;
  savedAt: Date;
  /** Finished after the slot was reassigned: listed, not counted. */
  isSurplus: boolean;
  /** The reasons for its exclusion; empty if the answer counts. */
  exclusions: string[];
}

/** A page of people's answers to an item, including those that filters exclude. */
export interface ItemResponseList {
  total: number;
  /** Number of answers that count by default, as shown in the counters of this item. */
  counted: number;
  responses: ItemResponse[];
}

export interface ItemResponsesQuery {
  /** Null: all conditions. */
  conditionId: string | null;
  /** Null: all answers. */
  answerKey: string | null;
  /** Page of people's answers, from 1. */
  page: number;
  /** Page of models' answers, from 1. */
  modelsPage: number;
}

/** Page sizes of people's and of models' answers. */
export const itemAnswersPerPage = 50;

/** One stored answer of a model to an item, as imported. */
export interface ItemPrediction {
  model: string;
  source: string;
  isDemo: boolean;
  conditionKey: string;
  repeat: number;
  answerKey: string | null;
  /** Probability of "true" among the two words, if the model's log-probabilities are stored. */
  probabilityTrue: number | null;
  output: string | null;
  prompt: string | null;
  finding: ParityFinding;
  /** Whether a condition of the study corresponds to the answer's condition. */
  isMatched: boolean;
}

/** A page of models' answers to an item. */
export interface ItemPredictionList {
  total: number;
  predictions: ItemPrediction[];
}

/** Parses the query of an item's page; invalid values are ignored. */
export function parseItemResponsesQuery(
  parameters: Readonly<Record<string, string | readonly string[] | undefined>>,
): ItemResponsesQuery {
  const first = (name: string) => [parameters[name] ?? []].flat()[0]?.slice(0, 300) || null;
  const pageIn = (name: string) => {
    const page = Number(first(name));
    return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
  };
  return {
    conditionId: first("condition"),
    answerKey: first("answer"),
    page: pageIn("page"),
    modelsPage: pageIn("models"),
  };
}

/** The query string that `parseItemResponsesQuery` reads; empty for the default page. */
export function formatItemResponsesQuery(query: ItemResponsesQuery): string {
  const parameters = new URLSearchParams();
  if (query.conditionId !== null) parameters.set("condition", query.conditionId);
  if (query.answerKey !== null) parameters.set("answer", query.answerKey);
  if (query.page > 1) parameters.set("page", String(query.page));
  if (query.modelsPage > 1) parameters.set("models", String(query.modelsPage));
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
