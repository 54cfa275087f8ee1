import type { ParityFinding } from "../../models/decide-parity.ts";

/** One answer of one person to an item, without anything that says who they are. */
export interface ItemResponse {
  id: string;
  conditionId: string;
  stratum: string;
  answerKey: string | null;
  explanation: string | null;
  elapsedMs: number;
  savedAt: Date;
  /** Finished after the slot had gone to someone else: listed, not counted. */
  isSurplus: boolean;
  /** Reasons why it is excluded; empty while it counts. */
  exclusions: string[];
}

/** A page of people's answers to an item: those that count and those that a switch leaves out. */
export interface ItemResponseList {
  total: number;
  /** How many of them count by default: what the counters say of this item. */
  counted: number;
  responses: ItemResponse[];
}

export interface ItemResponsesQuery {
  /** Null: all conditions. */
  conditionId: string | null;
  /** Null: all answers. */
  answerKey: string | null;
  /** Of people's answers, from 1. */
  page: number;
  /** Of models' answers, from 1. */
  modelsPage: number;
}

/** People's answers, and models', on a page of each. */
export const responsesPerPage = 50;

/** One stored answer of a model to an item, as it was imported. */
export interface ItemPrediction {
  model: string;
  source: string;
  isDemo: boolean;
  conditionKey: string;
  repeat: number;
  answerKey: string | null;
  /** Probability of "true" among the two words, where the model's log-probabilities are stored. */
  probabilityTrue: number | null;
  output: string | null;
  prompt: string | null;
  finding: ParityFinding;
  /** Whether some condition of the study stands beside it. */
  isMatched: boolean;
}

/** A page of models' answers to an item. */
export interface ItemPredictionList {
  total: number;
  predictions: ItemPrediction[];
}

/** Reads the address of an item's page; what makes no sense is as if it were not there. */
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

/** The address that `parseItemResponsesQuery` reads; empty for the plain page. */
export function formatItemResponsesQuery(query: ItemResponsesQuery): string {
  const parameters = new URLSearchParams();
  if (query.conditionId !== null) parameters.set("condition", query.conditionId);
  if (query.answerKey !== null) parameters.set("answer", query.answerKey);
  if (query.page > 1) parameters.set("page", String(query.page));
  if (query.modelsPage > 1) parameters.set("models", String(query.modelsPage));
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
