import { clusteredEstimate, generalisation } from "../../statistics/clustered-estimate.ts";
import { judgeTogether } from "./family-tests.ts";
import { answerClusters, clusterSentence, type Material } from "./material.ts";
import { estimate, mark, refusedView, shownView, text, type View } from "./view.ts";

const head = {
  id: "clusters",
  title: "New people and new stories at once",
  lead: "The mean person beside each model from single answers, with intervals that allow for answers of one person and answers about one story being alike (two-way, Cameron, Gelbach and Miller).",
};

/** People less each model over single answers, clustered by person and story; beside it by story alone. */
export function clustersView({ scored, models }: Material): View {
  const rows = models.flatMap((model) => {
    const answers = scored.filter(({ cell }) => {
      const answer = cell.models.get(model.id);
      return answer && answer.mean !== null && answer.parity !== "mismatch";
    });
    if (answers.length === 0) return [];
    const differences = answers.map(({ right, cell }) => right - cell.models.get(model.id)!.mean!);
    const clusterings = answerClusters(answers);
    const options = { range: [-1, 1] as const, unit: "answers" };
    return [
      {
        model,
        answers,
        both: clusteredEstimate(differences, clusterings, options),
        stories: clusteredEstimate(differences, [clusterings[1]!], options),
      },
    ];
  });
  if (rows.length === 0) return refusedView(head, "No model answered a cell that people answered too.");
  // Sign patterns are of one kind of clusters; these are of two.
  const { cells: tests, findings } = judgeTogether(
    rows.map(({ model, both }) => ({
      says: `The mean person less ${model.label}`,
      difference: { ...both, signPatterns: null },
      unit: "answers",
    })),
  );
  const first = rows[0]!;
  return shownView(head, {
    checks: [
      {
        says: "There are at least five clusters of each kind",
        holds: first.both.reason === null,
        found: clusterSentence(answerClusters(first.answers), first.answers.length),
      },
    ],
    sentences: rows.map(({ model, both }) => `${model.label}: ${generalisation(both, "answers")}`),
    findings,
    tables: [
      {
        name: "two-way",
        caption:
          "People less model over single answers; positive: people are right more often. Cells with another text are left out",
        columns: ["Model", "By person and story", "By story alone", `Test, Holm over ${rows.length}`],
        rows: rows.map(({ model, both, stories }, index) => [
          text(model.label),
          estimate(both, "points"),
          estimate(stories, "points"),
          tests[index]!,
        ]),
      },
    ],
    figures: [
      {
        name: "two-way",
        title: "People less model, points",
        unit: "points",
        marks: rows.map(({ model, both }) => mark(model.label, "model", both)),
        lines: [{ label: "no difference", value: 0 }],
      },
    ],
  });
}
