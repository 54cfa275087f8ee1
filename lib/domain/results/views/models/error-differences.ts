import { type ErrorMeasure, itemDifferences, type ScoredErrorAnswer } from "../../model/error-evaluation.ts";
import { meanDifference } from "../cell-material.ts";
import { type FamilyCells, type TestedDifference, testTogether } from "../family-tests.ts";
import { estimate, type FigurePoint, textCell, type ViewCell, type ViewTable } from "../view.ts";

/** A subject that judged stories: the people of a study, or one series of a model's answers. */
export interface ErrorSubject {
  label: string;
  side: "person" | "model";
  answers: readonly ScoredErrorAnswer[];
  /** Number of unparsed texts. If unparsed texts count, the answers include them as wrong. */
  unparsed: number;
}

/** A difference within items, as a row of a table. */
export interface ErrorDifference {
  who: string;
  side: FigurePoint["side"];
  /** "full classification, knowledge" */
  says: string;
  difference: TestedDifference;
}

/** The labels of the rows about marked words on stories with an error. */
export const localisationMeasure = "localisation, stories with an error";

const measureWords: Record<ErrorMeasure, string> = {
  positive: "consistent stories",
  negative: "stories with an error",
  full: "all stories",
  "negative-localisation": localisationMeasure,
  "full-localisation": "localisation, all stories",
};

/** The measures tested among models and displays: one number for classification, one for localisation. */
export const mainMeasures = ["full", "negative-localisation"] as const satisfies readonly ErrorMeasure[];

function differenceOf(
  first: readonly ScoredErrorAnswer[],
  second: readonly ScoredErrorAnswer[],
  measure: ErrorMeasure,
): TestedDifference {
  return meanDifference(itemDifferences(first, second, measure), "items");
}

/** The answers of a subject under one display condition. */
export function answersUnder({ answers }: ErrorSubject, ablation: string): ScoredErrorAnswer[] {
  return answers.filter((answer) => answer.ablation === ablation);
}

function displaysOf({ answers }: ErrorSubject): string[] {
  return [...new Set(answers.map(({ ablation }) => ablation))];
}

/** Each display condition minus the plain story, on the items that the subject judged under both. */
export function attentionRows(
  subjects: readonly ErrorSubject[],
  labelOf: (ablation: string) => string,
): ErrorDifference[] {
  return subjects
    .flatMap((subject) =>
      displaysOf(subject)
        .filter((shown) => shown !== "plain")
        .flatMap((shown) =>
          mainMeasures.map((measure) => ({
            who: subject.label,
            side: subject.side,
            says: `${measureWords[measure]}, ${labelOf(shown)}`,
            difference: differenceOf(answersUnder(subject, shown), answersUnder(subject, "plain"), measure),
          })),
        ),
    )
    .filter(({ difference }) => difference.n > 0);
}

/**
 * Only the differences in localisation on stories with an error, in the tables of `errorView` that contain them. Used
 * by the simulation of a plan about marked words.
 */
export function localisationTables(
  subjects: readonly ErrorSubject[],
  labelOf: (ablation: string) => string,
): ViewTable[] {
  const measures = ["negative-localisation"] as const;
  const [peopleRows, modelRows] = [
    peopleModelRows(subjects, labelOf, measures),
    modelPairRows(subjects, labelOf, measures),
  ];
  return [
    ...differenceTable("people-against-models", peopleMinusModelCaption, {
      rows: peopleRows,
      judged: testDifferences(peopleRows),
    }),
    ...differenceTable("models", modelPairCaption, { rows: modelRows, judged: testDifferences(modelRows) }),
  ];
}

export const peopleMinusModelCaption = "People minus each model, within items; positive: people are right more often";
export const modelPairCaption = "Models against each other, first minus second, within items";

/** People minus each model under every display condition that both judged, for every column of Table 2. */
export function peopleModelRows(
  subjects: readonly ErrorSubject[],
  labelOf: (ablation: string) => string,
  measures: readonly ErrorMeasure[],
): ErrorDifference[] {
  const people = subjects.find(({ side }) => side === "person");
  if (!people) return [];
  return compareSubjects(
    subjects.filter(({ side }) => side === "model").map((model) => [people, model]),
    measures,
    labelOf,
  );
}

/** Every pair of models under every display condition that both judged. */
export function modelPairRows(
  subjects: readonly ErrorSubject[],
  labelOf: (ablation: string) => string,
  measures: readonly ErrorMeasure[],
): ErrorDifference[] {
  const models = subjects.filter(({ side }) => side === "model");
  const pairs = models.flatMap((first, index) =>
    models.slice(index + 1).map((second): [ErrorSubject, ErrorSubject] => [first, second]),
  );
  return compareSubjects(pairs, measures, labelOf);
}

function compareSubjects(
  pairs: readonly (readonly [first: ErrorSubject, second: ErrorSubject])[],
  measures: readonly ErrorMeasure[],
  labelOf: (ablation: string) => string,
): ErrorDifference[] {
  return pairs
    .flatMap(([first, second]) =>
      displaysOf(first).flatMap((shown) =>
        measures.map((measure) => ({
          who: `${first.label} minus ${second.label}`,
          side: second.side,
          says: `${measureWords[measure]}, ${labelOf(shown)}`,
          difference: differenceOf(answersUnder(first, shown), answersUnder(second, shown), measure),
        })),
      ),
    )
    .filter(({ difference }) => difference.n > 0);
}

/** The tests of the differences of one table, corrected together. */
export function testDifferences(rows: readonly ErrorDifference[]): FamilyCells {
  return testTogether(
    rows.map(({ who, says, difference }) => ({ says: `${who}, ${says}`, difference, unit: "items" })),
  );
}

/** The table of differences; no table if no item was judged by both subjects. */
export function differenceTable(
  name: string,
  caption: string,
  { rows, judged }: { rows: readonly ErrorDifference[]; judged: FamilyCells },
): ViewTable[] {
  if (rows.length === 0) return [];
  return [
    {
      name,
      caption: `${caption}; Holm correction, ${rows.length} tests`,
      columns: ["Who", "Measure", "Points", "Test"],
      rows: rows.map(({ who, says, difference }, index): ViewCell[] => [
        textCell(who),
        textCell(says),
        estimate(difference, "points"),
        judged.cells[index]!,
      ]),
    },
  ];
}
