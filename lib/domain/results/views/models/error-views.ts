import { formatNumberOf, formatShare } from "../../../format/figures.ts";
import { describePopulation, twoWayNote } from "../../../statistics/clustered/clustered-estimate.ts";
import { type CeilingCount, ceilingLines, ceilingOfCounts, type HumanCeiling } from "../../comparison/human-ceiling.ts";
import {
  type ErrorEvaluationRow,
  type ErrorMeasure,
  type EvaluationFigure,
  errorMeasures,
  evaluationRows,
  foundShare,
  genreRows,
  itemDifferences,
  type ScoredErrorAnswer,
} from "../../model/error-evaluation.ts";
import type { ResultTiePolicy } from "../../model/majority.ts";
import { type UnparsedPolicy, unparsedWording } from "../../model/unparsed-policy.ts";
import { meanDifference } from "../cell-material.ts";
import { type FamilyCells, judgeTogether, type TestedDifference } from "../family-tests.ts";
import {
  estimate,
  type FigurePoint,
  mark,
  refusedView,
  shownView,
  textCell,
  type View,
  type ViewCell,
  type ViewTable,
} from "../view.ts";

const head = {
  id: "errors",
  title: "People and models",
  lead: "Classification of consistent (positive), erroneous (negative) and all stories (full), and localisation of the error: all subjects under all display conditions, by genre, and the effect of attention to knowledge.",
};

/** A subject that judged stories: the people of a study, or one series of a model's answers. */
export interface ErrorSubject {
  label: string;
  side: "person" | "model";
  answers: readonly ScoredErrorAnswer[];
  /** Unparsed texts; they are included in the answers, as wrong, if they count. */
  unparsed: number;
}

/** How tied majorities of people and unparsed answers of models count. */
export interface ErrorRules {
  ties: ResultTiePolicy;
  unparsed: UnparsedPolicy;
}

/**
 * Table 2 with models, Table 3 (localisation under the ablations), the figures by genre and by attention.
 *
 * @param rules how tied majorities of people and unparsed answers of models count; the answers of the subjects do not
 * contain unparsed ones that do not count
 */
export function errorView(
  subjects: readonly ErrorSubject[],
  labelOf: (ablation: string) => string,
  rules: ErrorRules,
): View {
  const activeSubjects = subjects.filter(({ answers }) => answers.length > 0);
  if (activeSubjects.length === 0) return refusedView(head, "No story with a key has been judged.");
  const rows = activeSubjects.flatMap((subject) => evaluationRows(subject.answers).map((row) => ({ subject, row })));
  const genres = [...new Set(activeSubjects.flatMap(({ answers }) => answers.map(({ genre }) => genre)))].sort();
  const attention = attentionRows(activeSubjects, labelOf);
  const against = peopleModelRows(activeSubjects, labelOf, errorMeasures);
  const among = modelPairRows(activeSubjects, labelOf, mainMeasures);
  const families = [attention, against, among].map((rows) => ({ rows, judged: judge(rows) }));
  const shown = [...attention, ...against, ...among].find(({ difference }) => difference.low !== null);
  return shownView(head, {
    sentences: [
      `Unparsed answers of models ${unparsedWording(rules.unparsed)}. Localisation is the overlap of the marked words with the words that people select or that a model writes under “Logical Error”, as multisets; a reply without that field has no localisation and is excluded from it. Intervals of people are clustered by person and story or source group, those of models by story or source group; differences compare each item with itself. ${twoWayNote} ${shown ? describePopulation(shown.difference, "items") : ""}`,
    ],
    findings: families.flatMap(({ judged }) => judged.findings),
    tables: [
      {
        name: "evaluation",
        caption: "Classification and localisation (Yang et al. 2026, Tables 2 and 3, with people and models)",
        columns: [
          "Who",
          "Shown",
          "Positive",
          "Negative",
          "Full",
          "Localisation, negative",
          "Localisation, full",
          "Quoted words in the story",
        ],
        rows: rows.map(({ subject, row }) => [
          textCell(subject.label),
          textCell(labelOf(row.ablation)),
          ...figuresOf(row).map(figureCell),
          quotedWordsCell(answersUnder(subject, row.ablation)),
        ]),
      },
      {
        name: "genre",
        caption: "Full classification by genre, plain stories",
        columns: ["Who", ...genres.map((genre) => genre || "no genre")],
        rows: activeSubjects.map((subject) => [
          textCell(subject.label),
          ...genreRows(subject.answers, genres).map(figureCell),
        ]),
      },
      ...differenceTable(
        "attention",
        "Each display condition minus the plain story, within items; positive: more right than with the plain story",
        families[0]!,
      ),
      ...differenceTable("people-against-models", peopleMinusModelCaption, families[1]!),
      ...differenceTable("models", modelPairCaption, families[2]!),
    ],
    figures: [
      {
        name: "genre",
        title: "Full classification by genre",
        unit: "share",
        marks: genres.flatMap((genre, index) =>
          activeSubjects.map((subject) =>
            mark(`${genre || "no genre"} · ${subject.label}`, subject.side, genreRows(subject.answers, genres)[index]!),
          ),
        ),
        lines: [{ label: "chance", value: 0.5 }, ...ceilingLines(ceilingOf(activeSubjects, rules.ties))],
      },
      ...(attention.length === 0
        ? []
        : [
            {
              name: "attention",
              title: "Difference from the plain story, points",
              unit: "points" as const,
              marks: attention.map(({ who, side, says, difference }) => mark(`${says} · ${who}`, side, difference)),
              lines: [{ label: "no change", value: 0 }],
            },
          ]),
    ],
  });
}

/** The agreement of people about the plain stories; nothing if no two people judged the same one. */
function ceilingOf(subjects: readonly ErrorSubject[], ties: ResultTiePolicy): HumanCeiling {
  const people = subjects.find(({ side }) => side === "person");
  const counts = new Map<string, CeilingCount>();
  for (const { itemId, isRight, cluster } of people ? answersUnder(people, "plain") : []) {
    const count = counts.get(itemId) ?? { correct: 0, n: 0, isFalseRight: false, cluster };
    counts.set(itemId, count);
    count.correct += Number(isRight);
    count.n += 1;
  }
  return ceilingOfCounts([...counts.values()], ties);
}

function figuresOf(row: ErrorEvaluationRow): EvaluationFigure[] {
  return [row.positive, row.negative, row.full, row.negativeLocalisation, row.fullLocalisation];
}

/** The share of a model's quoted words that occur in the stories. */
function quotedWordsCell(answers: readonly ScoredErrorAnswer[]): ViewCell {
  const words = foundShare(answers);
  return textCell(words === null ? "–" : `${formatShare(words.share)} of ${formatNumberOf(words.quoted, "word")}`);
}

function figureCell(figure: EvaluationFigure): ViewCell {
  return estimate(figure);
}

/** A difference within items, as a row of a table. */
interface ErrorDifference {
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
const mainMeasures = ["full", "negative-localisation"] as const satisfies readonly ErrorMeasure[];

function differenceOf(
  first: readonly ScoredErrorAnswer[],
  second: readonly ScoredErrorAnswer[],
  measure: ErrorMeasure,
): TestedDifference {
  return meanDifference(itemDifferences(first, second, measure), "items");
}

function answersUnder({ answers }: ErrorSubject, ablation: string): ScoredErrorAnswer[] {
  return answers.filter((answer) => answer.ablation === ablation);
}

function displaysOf({ answers }: ErrorSubject): string[] {
  return [...new Set(answers.map(({ ablation }) => ablation))];
}

/** Each display condition minus the plain story, on the items that the subject judged under both. */
function attentionRows(subjects: readonly ErrorSubject[], labelOf: (ablation: string) => string): ErrorDifference[] {
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
 * The differences in localisation on stories with an error alone, in the tables of `errorView` that contain them, for
 * the simulation of a plan about marked words.
 */
export function localisationTables(
  subjects: readonly ErrorSubject[],
  labelOf: (ablation: string) => string,
): ViewTable[] {
  const measures = ["negative-localisation"] as const;
  const [against, among] = [peopleModelRows(subjects, labelOf, measures), modelPairRows(subjects, labelOf, measures)];
  return [
    ...differenceTable("people-against-models", peopleMinusModelCaption, { rows: against, judged: judge(against) }),
    ...differenceTable("models", modelPairCaption, { rows: among, judged: judge(among) }),
  ];
}

const peopleMinusModelCaption = "People minus each model, within items; positive: people are right more often";
const modelPairCaption = "Models against each other, first minus second, within items";

/** People minus each model under every display condition that both judged, for every column of Table 2. */
function peopleModelRows(
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
function modelPairRows(
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

function judge(rows: readonly ErrorDifference[]): FamilyCells {
  return judgeTogether(
    rows.map(({ who, says, difference }) => ({ says: `${who}, ${says}`, difference, unit: "items" })),
  );
}

function differenceTable(
  name: string,
  caption: string,
  { rows, judged }: { rows: readonly ErrorDifference[]; judged: FamilyCells },
): ViewTable[] {
  if (rows.length === 0) return [];
  return [
    {
      name,
      caption: `${caption}; Holm over ${rows.length}`,
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
