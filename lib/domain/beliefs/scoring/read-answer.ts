import * as z from "zod";
import { alsoTrue } from "../false-alternative.ts";
import { type QueryType, readYesNoQuery } from "../queries.ts";
import type { BeliefAnswer, BeliefFacets } from "./pair-table.ts";

export type BeliefAnswerResult =
  | { ok: true; answer: BeliefAnswer }
  /** A valid row that the yes/no rules cannot score. */
  | { ok: false; skipped: "openEnded" | "alsoTrue" }
  /** A row after a true assertion. It belongs to no pair and is counted separately. */
  | { ok: false; skipped: "filler"; answer: BeliefAnswer }
  | { ok: false; skipped: null; field: string; message: string };

export interface AnswerFile {
  /** The model of the file, used if rows do not name a model. */
  model: string;
  /** Whether the file name states that the expression was omitted. Used for rows without the column `query_only`. */
  queryOnly: boolean;
}

/**
 * Reads a row with the authors' result columns. The fact is identified by the words of its query and by both objects.
 * Subject and true object are not unique (the composer of a musical may also be its author).
 */
export function readResultRow(cells: Readonly<Record<string, unknown>>, file: AnswerFile): BeliefAnswerResult {
  const text = (name: string) => (cells[name] === undefined || cells[name] === null ? null : String(cells[name]));
  if (text("query_format") === "open_ended") return { ok: false, skipped: "openEnded" };
  const query = text("query");
  const prior = text("object_true") ?? text("object_pri");
  const context = text("object") ?? text("object_ctx");
  const category = text("category");
  const dimension = text("dimension");
  for (const [field, value] of Object.entries({ query, object_true: prior, object: context, category, dimension })) {
    if (value === null || value === "") return { ok: false, skipped: null, field, message: "is missing" };
  }
  const hasBrokenText = [prior, context, category, dimension, text("assertion"), query].some((value) =>
    value?.includes("\u0000"),
  );
  if (hasBrokenText) return { ok: false, skipped: null, field: "", message: "contains a NUL character" };
  const parsedQuery = readYesNoQuery(query ?? "", prior ?? "", context ?? "");
  if (!parsedQuery)
    return { ok: false, skipped: null, field: "query", message: "asks about neither of the row's objects" };
  if (alsoTrue({ objectPrior: prior ?? "", objectContext: context ?? "" })) return { ok: false, skipped: "alsoTrue" };
  const answer = answerText(text("generated_answer"), text("yes_probability"), text("no_probability"));
  if (answer === null) return { ok: false, skipped: null, field: "generated_answer", message: "is missing" };
  return {
    ok: true,
    answer: {
      observer: text("model") ?? text("model_name") ?? file.model,
      fact: [parsedQuery.subjectRelation, prior, context].join(" | "),
      queryType: parsedQuery.queryType,
      expression: { dimension: dimension ?? "", category: category ?? "", text: text("assertion") ?? "" },
      shown: !isQueryOnly(text("query_only"), text("prompt"), query ?? "", file),
      query: query ?? "",
      answer,
      repeat: Number(text("repeat") ?? 0) || 0,
    },
  };
}

/** The fields of an item that the scorer needs. */
export interface BeliefItemFacts {
  fact: string;
  queryType: QueryType;
  dimension: string;
  category: string;
  role: "prior" | "expression" | "filler";
  expression: string;
  query: string;
  /** Whether the false object contains the truth. No answer about such a fact is scored. */
  isAlsoTrue: boolean;
  facets: BeliefFacets;
}

const itemSchema = z.object({
  id: z.string(),
  story: z.object({ text: z.string() }).optional(),
  text: z.string(),
  attributes: z.object({
    fact: z.string(),
    query_type: z.enum(["prior_yes", "ctx_yes"]),
    role: z.enum(["prior", "expression", "filler"]),
    dimension: z.string().nullable().default(null),
    category: z.string().nullable().default(null),
    object_pri: z.string().default(""),
    object_ctx: z.string().default(""),
    relation: z.string().nullish(),
    template_index: z.number().nullish(),
    source: z.string().nullish(),
    popularity: z.number().nullish(),
    also_true: z.boolean().default(false),
  }),
});

/** Reads the scorer's fields from a line of an item file of expressions; null for other items. */
export function readBeliefItem(value: unknown): { id: string; item: BeliefItemFacts } | null {
  const parsed = itemSchema.safeParse(value);
  if (!parsed.success) return null;
  const { id, story, text, attributes } = parsed.data;
  return {
    id,
    item: {
      fact: attributes.fact,
      queryType: attributes.query_type,
      dimension: attributes.dimension ?? "",
      category: attributes.category ?? "",
      role: attributes.role,
      expression: story?.text ?? "",
      query: text,
      isAlsoTrue:
        attributes.also_true ||
        alsoTrue({ objectPrior: attributes.object_pri, objectContext: attributes.object_ctx }) !== null,
      facets: {
        relation: attributes.relation ?? null,
        template: attributes.template_index ?? null,
        source: attributes.source ?? null,
        popularity: attributes.popularity ?? null,
      },
    },
  };
}

const predictionSchema = z.object({
  model: z.string().optional(),
  item: z.string(),
  condition: z.record(z.string(), z.unknown()).default({}),
  repeat: z.number().int().optional(),
  answer: z.unknown().optional(),
  output: z.string().nullable().optional(),
  logprobs: z.record(z.string(), z.number().nullable()).optional(),
});

/**
 * Reads a line of a prediction file. With the condition `story: "none"`, the expression was omitted; items of the role
 * "prior" have no expression. If the answer is missing, the more probable of yes and no in `logprobs` is used.
 */
export function readPrediction(
  value: unknown,
  items: ReadonlyMap<string, BeliefItemFacts>,
  file: AnswerFile,
): BeliefAnswerResult {
  const parsed = predictionSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { ok: false, skipped: null, field: issue?.path.join(".") ?? "", message: issue?.message ?? "is not valid" };
  }
  const row = parsed.data;
  const item = items.get(row.item);
  if (!item) return { ok: false, skipped: null, field: "item", message: `"${row.item}" is not in the item file` };
  if (item.isAlsoTrue) return { ok: false, skipped: "alsoTrue" };
  const answer = row.answer !== undefined && row.answer !== null ? String(row.answer) : (row.output ?? null);
  const chosenAnswer = answer ?? (row.logprobs ? answerFromLogprobs(row.logprobs) : null);
  if (chosenAnswer === null) return { ok: false, skipped: null, field: "answer", message: "is missing" };
  const beliefAnswer: BeliefAnswer = {
    observer: row.model ?? file.model,
    fact: item.fact,
    queryType: item.queryType,
    expression:
      item.role === "prior" ? null : { dimension: item.dimension, category: item.category, text: item.expression },
    shown: item.role !== "prior" && row.condition.story !== "none",
    query: item.query,
    answer: chosenAnswer,
    repeat: row.repeat ?? 0,
    facets: item.facets,
  };
  return item.role === "filler"
    ? { ok: false, skipped: "filler", answer: beliefAnswer }
    : { ok: true, answer: beliefAnswer };
}

/** The answer as text. In probability mode (no text, probabilities other than -1), the more probable word. */
function answerText(generated: string | null, yes: string | null, no: string | null): string | null {
  if (generated !== null && generated.trim() !== "") return generated;
  const [yesProbability, noProbability] = [Number(yes ?? -1), Number(no ?? -1)];
  if (yes !== null && no !== null && yesProbability >= 0 && noProbability >= 0) {
    return moreProbableAnswer(yesProbability, noProbability);
  }
  return generated;
}

/** Sums the probabilities of the spellings of yes and no ("Yes", " yes", "YES"). */
function answerFromLogprobs(logprobs: Readonly<Record<string, number | null>>): string {
  const total = (word: string) =>
    Object.entries(logprobs).reduce(
      (sum, [token, logprob]) => (token.trim().toLowerCase() === word ? sum + Math.exp(logprob ?? -Infinity) : sum),
      0,
    );
  return moreProbableAnswer(total("yes"), total("no"));
}

/** A tie is no answer. */
function moreProbableAnswer(yes: number, no: number): string {
  if (yes === no) return "";
  return yes > no ? "Yes" : "No";
}

function isQueryOnly(column: string | null, prompt: string | null, query: string, file: AnswerFile): boolean {
  if (column !== null && column !== "") return /^(true|1|yes)$/i.test(column.trim());
  if (prompt !== null && prompt !== "") return prompt === query;
  return file.queryOnly;
}
