import { formatNumberOf, formatShare } from "../../../format/figures.ts";
import { describePopulation, twoWayNote } from "../../../statistics/clustered/clustered-estimate.ts";
import { type CeilingCount, ceilingLines, ceilingOfCounts, type HumanCeiling } from "../../comparison/human-ceiling.ts";
import {
  type ErrorEvaluationRow,
  type EvaluationFigure,
  errorMeasures,
  evaluationRows,
  foundShare,
  genreRows,
  type ScoredErrorAnswer,
} from "../../model/error-evaluation.ts";
import type { ResultTiePolicy } from "../../model/majority.ts";
import { type UnparsedPolicy, unparsedWording } from "../../model/unparsed-policy.ts";
import { estimate, mark, refusedView, shownView, textCell, type View, type ViewCell } from "../view.ts";
import {
  answersUnder,
  attentionRows,
  differenceTable,
  type ErrorSubject,
  mainMeasures,
  modelPairCaption,
  modelPairRows,
  peopleMinusModelCaption,
  peopleModelRows,
  testDifferences,
} from "./error-differences.ts";

const head = {
  id: "errors",
  title: "People and models",
  lead: "Classification of consistent (positive), erroneous (negative) and all stories (full), and localisation of the error: all subjects under all display conditions, by genre, and the effect of attention to knowledge.",
};

/** How tied majorities of people and unparsed answers of models count. */
export interface ErrorRules {
  ties: ResultTiePolicy;
  unparsed: UnparsedPolicy;
}

/**
 * Table 2 with models, Table 3 (localisation under the ablations), the figures by genre and by attention.
 *
 * @param rules how tied majorities of people and unparsed answers of models count; the answers of the subjects contain
 * unparsed answers only if they count
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
  const peopleRows = peopleModelRows(activeSubjects, labelOf, errorMeasures);
  const modelRows = modelPairRows(activeSubjects, labelOf, mainMeasures);
  const families = [attention, peopleRows, modelRows].map((rows) => ({ rows, judged: testDifferences(rows) }));
  const firstWithInterval = [...attention, ...peopleRows, ...modelRows].find(
    ({ difference }) => difference.low !== null,
  );
  return shownView(head, {
    sentences: [
      `Unparsed answers of models ${unparsedWording(rules.unparsed)}. Localisation is the overlap of the marked words with the words that people select or that a model writes under “Logical Error”, as multisets; a reply without that field has no localisation and is excluded from it. Intervals of people are clustered by person and story or source group, those of models by story or source group; differences compare each item with itself. ${twoWayNote} ${firstWithInterval ? describePopulation(firstWithInterval.difference, "items") : ""}`,
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

/** The agreement of people about the plain stories; without values if no two people judged the same story. */
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
