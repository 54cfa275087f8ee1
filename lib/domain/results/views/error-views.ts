import { adjustPValues } from "../../statistics/adjust-p-values.ts";
import { testEstimate } from "../../statistics/clustered-estimate.ts";
import {
  type EvaluationFigure,
  type EvaluationRow,
  evaluationRows,
  genreRows,
  pairedByItem,
  type ScoredErrorAnswer,
} from "../error-evaluation.ts";
import { estimate, mark, refusedView, shownView, test, text, type View, type ViewCell } from "./view.ts";

const head = {
  id: "errors",
  title: "People and models",
  lead: "Classification of consistent (positive), erroneous (negative) and all stories (full), and localisation of the error: everybody under every display condition, by genre, and what attention to knowledge changes.",
};

/** Whoever judged stories: the people of a study, or one series of a model's answers. */
export interface ErrorSubject {
  label: string;
  side: "person" | "model";
  answers: readonly ScoredErrorAnswer[];
  /** Texts from which nothing could be read; they are among the answers, as wrong. */
  unparsed: number;
}

/** Table 2 with models, Table 3 (localisation under the ablations), the figures by genre and by attention. */
export function errorView(subjects: readonly ErrorSubject[], labelOf: (ablation: string) => string): View {
  const present = subjects.filter(({ answers }) => answers.length > 0);
  if (present.length === 0) return refusedView(head, "Nobody has judged a story with a key.");
  const rows = present.flatMap((subject) => evaluationRows(subject.answers).map((row) => ({ subject, row })));
  const genres = [...new Set(present.flatMap(({ answers }) => answers.map(({ genre }) => genre)))].sort();
  const attention = attentionRows(present);
  const adjusted = adjustPValues(
    attention.map(({ p }) => p),
    "holm",
  );
  return shownView(head, {
    sentences: [
      "Unparsed answers of models count as wrong, and as no overlap. Intervals of people are clustered by person and story or source group, those of models by story or source group.",
    ],
    tables: [
      {
        name: "evaluation",
        caption: "Classification and localisation (Yang et al. 2026, Tables 2 and 3, with people and models)",
        columns: ["Who", "Shown", "Positive", "Negative", "Full", "Localisation, negative", "Localisation, full"],
        rows: rows.map(({ subject, row }) => [
          text(subject.label),
          text(labelOf(row.ablation)),
          ...figuresOf(row).map(shownFigure),
        ]),
      },
      {
        name: "genre",
        caption: "Full classification by genre, plain stories",
        columns: ["Who", ...genres.map((genre) => genre || "no genre")],
        rows: present.map((subject) => [text(subject.label), ...genreRows(subject.answers, genres).map(shownFigure)]),
      },
      ...(attention.length === 0
        ? []
        : [
            {
              name: "attention",
              caption: `What a display condition changes against the plain story, within items; Holm over ${attention.length}`,
              columns: ["Who", "Shown", "Measure", "Points", "Test"],
              rows: attention.map(({ who, shown, measure, difference, p }, index) => [
                text(who),
                text(labelOf(shown)),
                text(measure),
                estimate(difference, "points"),
                test(p, difference.n, p === null ? difference.reason : null, adjusted[index] ?? null),
              ]),
            },
          ]),
    ],
    figures: [
      {
        name: "genre",
        title: "Full classification by genre",
        unit: "share",
        marks: genres.flatMap((genre, index) =>
          present.map((subject) =>
            mark(`${genre || "no genre"} · ${subject.label}`, subject.side, genreRows(subject.answers, genres)[index]!),
          ),
        ),
        lines: [{ label: "chance", value: 0.5 }],
      },
      ...(attention.length === 0
        ? []
        : [
            {
              name: "attention",
              title: "Change against the plain story, points",
              unit: "points" as const,
              marks: attention.map(({ who, side, shown, measure, difference }) =>
                mark(`${measure}, ${labelOf(shown)} · ${who}`, side, difference),
              ),
              lines: [{ label: "no change", value: 0 }],
            },
          ]),
    ],
  });
}

function figuresOf(row: EvaluationRow): EvaluationFigure[] {
  return [row.positive, row.negative, row.full, row.negativeLocalisation, row.fullLocalisation];
}

function shownFigure(figure: EvaluationFigure): ViewCell {
  return estimate(figure);
}

/** Each display condition less the plain story, on the items that the subject judged under both. */
function attentionRows(subjects: readonly ErrorSubject[]) {
  return subjects.flatMap(({ label, side, answers }) => {
    const others = [...new Set(answers.map(({ ablation }) => ablation))].filter((ablation) => ablation !== "plain");
    return others
      .flatMap((shown) =>
        (["classification", "localisation"] as const).map((measure) => {
          const difference = pairedByItem(answers, shown, measure);
          return { who: label, side, shown, measure, difference, p: testEstimate(difference)?.pvalue ?? null };
        }),
      )
      .filter(({ difference }) => difference.n > 0);
  });
}
