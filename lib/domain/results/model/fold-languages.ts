import type { Fold } from "../../fold.ts";
import type { Item } from "../../items/item.ts";
import { conditionKey, type Presentation } from "../../items/stimulus.ts";
import { decideParity, type Evidence } from "../../models/decide-parity.ts";
import type { Protocol } from "../../survey/protocol.ts";
import { buildPresentation } from "../../survey/step-presentation.ts";
import { translateProtocol } from "../../survey/translate-protocol.ts";
import { type LanguagePrediction, type LanguageResults, scoreLanguage } from "./language-results.ts";
import type { RunAnswerCount, ScoredItem } from "./score-run.ts";

export interface LanguageSetup {
  protocol: Protocol;
  /** The language of the originals. */
  own: string;
  /** All offered languages, the study's own first. */
  offered: readonly string[];
}

/** The study's items, their texts in a language, people's answers, and models' answers to such texts. */
export type LanguageRow =
  | { what: "item"; id: string; scored: ScoredItem }
  | { what: "text"; language: string; shown: string; original: string; item: Item }
  | { what: "people"; language: string; answers: number; people: number; readTranslated: number }
  | ({ what: "count"; language: string } & RunAnswerCount)
  | ({
      what: "prediction";
      language: string;
      shown: string;
      model: string;
      condition: Record<string, string>;
      answerKey: string | null;
    } & Evidence);

/** Folds people's and models' results in each language of a study; texts must precede models' answers to them. */
export function foldLanguages({
  protocol,
  own: studyLanguage,
  offered,
}: LanguageSetup): Fold<LanguageRow, LanguageResults[]> {
  const textKey = (language: string, shown: string) => `${language}/${shown}`;
  const scoredItems = new Map<string, ScoredItem>();
  const texts = new Map<string, { original: string; item: Item }>();
  const people = new Map<string, Omit<Extract<LanguageRow, { what: "people" }>, "what" | "language">>();
  const counts = new Map<string, RunAnswerCount[]>(offered.map((language) => [language, []]));
  const predictions = new Map<string, Map<string, LanguagePrediction>>(offered.map((one) => [one, new Map()]));
  const presentations = new Map<string, Presentation>();
  const presentationIn = (language: string, kind: string) => {
    const key = textKey(language, kind);
    const presentation =
      presentations.get(key) ?? buildPresentation(translateProtocol(protocol, studyLanguage, language), kind, language);
    presentations.set(key, presentation);
    return presentation;
  };
  const addPrediction = (row: Extract<LanguageRow, { what: "prediction" }>) => {
    const text = texts.get(textKey(row.language, row.shown));
    const languagePredictions = predictions.get(row.language);
    if (!text || !languagePredictions) return;
    const { model, condition: levels, answerKey, prompt, contentFingerprint, presentationFingerprint } = row;
    const evidence = { prompt, contentFingerprint, presentationFingerprint };
    const { parity } = decideParity(text.item, levels, evidence, presentationIn(row.language, text.item.kind));
    const condition = conditionKey(levels);
    const key = JSON.stringify([model, text.original, condition, answerKey, parity]);
    const counted = languagePredictions.get(key) ?? {
      model,
      item: text.original,
      condition,
      answerKey,
      parity,
      count: 0,
    };
    counted.count += 1;
    languagePredictions.set(key, counted);
  };
  const addRow = (row: LanguageRow) => {
    if (row.what === "item") scoredItems.set(row.id, row.scored);
    else if (row.what === "text") texts.set(textKey(row.language, row.shown), row);
    else if (row.what === "people") people.set(row.language, row);
    else if (row.what === "count") counts.get(row.language)?.push(row);
    else addPrediction(row);
  };

  return {
    add: (rows) => rows.forEach(addRow),
    finish: () =>
      offered.map((language) => {
        const { answers, people: persons, readTranslated } = people.get(language) ?? noAnswers;
        const items = [...texts.keys()].filter((key) => key.startsWith(textKey(language, ""))).length;
        return scoreLanguage(
          { language, isOwn: language === studyLanguage, items },
          { answers, people: persons, readTranslated, counts: counts.get(language) ?? [] },
          [...(predictions.get(language)?.values() ?? [])],
          scoredItems,
        );
      }),
  };
}

const noAnswers = { answers: 0, people: 0, readTranslated: 0 };
