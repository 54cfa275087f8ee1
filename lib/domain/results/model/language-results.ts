import type { Parity } from "../../models/decide-parity.ts";
import { type AnswerCount, type ScoredItem, scoreRun } from "./score-run.ts";
import type { Share } from "./share.ts";

/** What people read and answered in one language of a study, beside the models that were asked in it. */
export interface LanguageResults {
  language: string;
  /** Whether it is the language of the originals. */
  isOwn: boolean;
  /** Answers that count by default, and the people who gave them. */
  answers: number;
  people: number;
  /** Answers to a text in this language; the others were shown the original. */
  readTranslated: number;
  /** Items of the study with a text in this language. */
  items: number;
  /** People's right answers, with an interval over stories; answers to items without a key do not count. */
  accuracy: Share;
  /** Models that were asked in this language, by name. */
  models: LanguageModel[];
}

export interface LanguageModel {
  model: string;
  /** Its answers, by whether it was shown what people read in this language. */
  parity: Record<Parity, number>;
  /** Its right answers but for those to another stimulus than people's; unparsed ones are wrong. */
  accuracy: Share;
}

/** People's counted answers in one language; items by the ids of the originals, whatever text was read. */
export interface LanguageAnswers extends Pick<LanguageResults, "answers" | "people" | "readTranslated"> {
  counts: readonly AnswerCount[];
}

/** How often a model gave one answer to a text in some language, after the same stimulus or another. */
export interface LanguagePrediction {
  model: string;
  count: number;
  /** The item that the text stands for. */
  item: string;
  condition: string;
  answerKey: string | null;
  parity: Parity;
}

/** Both sides of one language, each scored by the keys of the originals. */
export function scoreLanguage(
  language: Pick<LanguageResults, "language" | "isOwn" | "items">,
  { counts, ...people }: LanguageAnswers,
  predictions: readonly LanguagePrediction[],
  scored: ReadonlyMap<string, ScoredItem>,
): LanguageResults {
  const byModel = new Map<string, LanguagePrediction[]>();
  for (const one of predictions) {
    const given = byModel.get(one.model);
    if (given) given.push(one);
    else byModel.set(one.model, [one]);
  }
  return {
    ...language,
    ...people,
    accuracy: scoreRun(counts, scored).share,
    models: [...byModel]
      .map(([model, given]) => scoreModel(model, given, scored))
      .sort((left, right) => left.model.localeCompare(right.model, "en", { numeric: true })),
  };
}

function scoreModel(
  model: string,
  given: readonly LanguagePrediction[],
  scored: ReadonlyMap<string, ScoredItem>,
): LanguageModel {
  const parity = { verified: 0, mismatch: 0, unverified: 0 };
  for (const one of given) parity[one.parity] += one.count;
  const comparable = given.filter((one) => one.parity !== "mismatch");
  return { model, parity, accuracy: scoreRun(comparable, scored).share };
}
