import type { LanguageResults } from "../../model/language-results.ts";
import { count, estimate, refusedView, shownView, textCell, type View } from "../view.ts";

const head = {
  id: "languages",
  title: "By language",
  lead: "People's and models' answers in each language of a study: the tables of its results page, for download.",
};

/** People and models in each language, as on the results page and the page of an item. */
export function languageView(languages: readonly LanguageResults[]): View {
  if (languages.length === 0) return refusedView(head, "The study is shown in one language.");
  return shownView(head, {
    tables: [
      {
        name: "languages",
        caption: "People's answers by language",
        columns: ["Language", "Right", "Answers", "People", "Answers read in this language", "Items in this language"],
        rows: languages.map(({ language, isOwn, accuracy, answers, people, readTranslated, items }) => [
          textCell(language),
          estimate(accuracy),
          count(answers),
          count(people),
          count(isOwn ? answers : readTranslated),
          count(items),
        ]),
      },
      {
        name: "language-models",
        caption:
          "Models' answers by language; answers to a different stimulus from people's are excluded from accuracy",
        columns: ["Language", "Model", "Right", "Verified", "Another stimulus", "Unverified"],
        rows: languages.flatMap(({ language, models }) =>
          models.map(({ model, accuracy, parity }) => [
            textCell(language),
            textCell(model),
            estimate(accuracy),
            count(parity.verified),
            count(parity.mismatch),
            count(parity.unverified),
          ]),
        ),
      },
    ],
  });
}
