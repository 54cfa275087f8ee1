import type { Parity } from "../../models/decide-parity.ts";
import { type RunAnswerCount, type ScoredItem, scoreRun } from "./score-run.ts";
import type { Share } from "./share.ts";

/** People's texts and answers in one language of a study, with the models that were evaluated in it. */
export interface LanguageResults {
  language: string;
  /** Whether it is the language of the originals. */
  isOwn: boolean;
  /** Answers that count by default, and the people who gave them. */
  answers: number;
  people: number;
  /** Answers to a text in this language. People who gave other answers were shown the original. */
  readTranslated: number;
  /** Items of the study with a text in this language. */
  items: number;
  /** People's correct answers, with an interval over stories; answers to items without a key do not count. */
  accuracy: Share;
  /** Models that were asked in this language, by name. */
  models: LanguageModel[];
}

export interface LanguageModel {
  model: string;
  /** The model's answers, by parity with the text that people read in this language. */
  parity: Record<Parity, number>;
  /**
   * The share of the model's right answers. Answers to a stimulus that differs from people's are excluded; unparsed
   * answers are wrong.
   */
  accuracy: Share;
}

/**
 * People's counted answers in one language. An answer has the item ID of the original, even if a translation was read.
 */
export interface LanguageAnswers extends Pick<LanguageResults, "answers" | "people" | "readTranslated"> {
  counts: readonly RunAnswerCount[];
}

/** The count of one answer of a model to a text in some language, by parity of the stimulus. */
export interface LanguagePrediction {
  model: string;
  count: number;
  /** The original item of the text. */
  item: string;
  condition: string;
  answerKey: string | null;
  parity: Parity;
}

/** The results of people and models in one language, scored by the keys of the originals. */
export function scoreLanguage(
  language: Pick<LanguageResults, "language" | "isOwn" | "items">,
  { counts, ...people }: LanguageAnswers,
  predictions: readonly LanguagePrediction[],
  scored: ReadonlyMap<string, ScoredItem>,
): LanguageResults {
  const byModel = new Map<string, LanguagePrediction[]>();
  for (const one of predictions) {
    const modelPredictions = byModel.get(one.model);
    if (modelPredictions) modelPredictions.push(one);
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
