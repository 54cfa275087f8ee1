import type { BaselineClassifier } from "../../../stories/artefacts/feature-baseline.ts";
import type { SetAudit } from "../../../stories/artefacts/set-audit.ts";
import { count, descriptiveNumber, estimate, mark, shownView, textCell, type View, type ViewCell } from "../view.ts";

const head = {
  id: "audit",
  title: "Audit",
  lead: "How often guesses that ignore the meaning of the texts are right.",
};

/** A guess that ignores the meaning of the texts, and its accuracy. */
export interface GuessRow {
  label: string;
  /** The unit of the counts. */
  hint: string;
  result: BaselineClassifier;
}

/** Guesses about which story of a pair is erroneous. */
export function storyGuesses({ longer, quotes, firstWords }: SetAudit["ikd"]): GuessRow[] {
  return [
    { label: "The longer one", hint: "counts words", result: longer },
    { label: "By quotation marks", hint: "straight, curly, mixed or none", result: quotes.baseline },
    { label: "By the first word", hint: "as in all other pairs", result: firstWords.baseline },
  ];
}

/** Which option of a question is right? */
export function optionGuesses({
  shorterWords,
  shorterCharacters,
  farther,
  quotes,
  firstWords,
}: SetAudit["knp"]): GuessRow[] {
  return [
    { label: "The shorter option", hint: "counts words", result: shorterWords },
    { label: "The shorter option", hint: "counts characters", result: shorterCharacters },
    { label: "Less in common with the knowledge", hint: "counts content words", result: farther },
    { label: "By quotation marks", hint: "straight, curly, mixed or none", result: quotes.baseline },
    { label: "By the first word", hint: "as in all other questions", result: firstWords.baseline },
  ];
}

/** The accuracy of guesses that ignore the meaning, and pairs of similar texts, as a downloadable view. */
export function auditView({ ikd, knp, nearDuplicates }: SetAudit): View {
  const parts = [
    ["story-guesses", "Which of a pair is the erroneous story?", ikd.pairs, storyGuesses(ikd)],
    ["option-guesses", "Which option is right?", knp.questions, optionGuesses(knp)],
  ] as const;
  const nonEmptyParts = parts.filter(([, , n]) => n > 0);
  return shownView(head, {
    tables: [
      ...nonEmptyParts.map(([name, caption, , guesses]) => ({
        name,
        caption,
        columns: ["Guess", "Counts", "Right", "Ties"],
        rows: guesses.map(({ label, hint, result }): ViewCell[] => [
          textCell(label),
          textCell(hint),
          resultCell(result),
          count(result.ties),
        ]),
      })),
      ...(nearDuplicates.length === 0
        ? []
        : [
            {
              name: "near-duplicates",
              caption: "Stories of different sources that share many of the shorter story’s word trigrams",
              columns: ["Story", "Another", "Shared trigrams"],
              rows: nearDuplicates.map(({ left, right, overlap }): ViewCell[] => [
                textCell(left),
                textCell(right),
                descriptiveNumber(overlap, 1, "share"),
              ]),
            },
          ]),
    ],
    figures: nonEmptyParts.map(([name, title, , guesses]) => ({
      name,
      title,
      unit: "share" as const,
      marks: guesses.map(({ label, hint, result }) => mark(`${label} (${hint})`, "model", toEstimate(result))),
      lines: [{ label: "one half", value: 0.5 }],
    })),
  });
}

function toEstimate({ accuracy, low, high, n }: BaselineClassifier) {
  return n === 0 ? { value: null, low: null, high: null, n } : { value: accuracy, low, high, n };
}

function resultCell(result: BaselineClassifier): ViewCell {
  return estimate({ ...toEstimate(result), reason: result.n === 0 ? "There are no items." : null });
}
