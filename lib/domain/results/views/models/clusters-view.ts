import {
  clusteredEstimate,
  describePopulation,
  minClusters,
  twoWayNote,
} from "../../../statistics/clustered/clustered-estimate.ts";
import { countRarer } from "../../../statistics/clustered/interval-note.ts";
import { wildWaldTest } from "../../../statistics/clustered/wild-wald-test.ts";
import { clusteredRegression, estimateCoefficient } from "../../../statistics/regression/clustered-regression.ts";
import type { ScoredAnswer } from "../../model/single-answers.ts";
import { cellGroups } from "../cell-groups.ts";
import { type TestedDifference, testTogether } from "../family-tests.ts";
import { answerClusters, clusterSentence, type Material, usableClusters } from "../material.ts";
import { estimate, mark, refusedView, shownView, textCell, type View, type ViewTable } from "../view.ts";
import { worstCase } from "../worst-case.ts";

const head = {
  id: "clusters",
  title: "Two-way clustering by person and story",
  lead: "The mean person and each model from single answers, with intervals clustered by person and story (two-way, Cameron, Gelbach and Miller).",
};

/** People minus each model over single answers, and people by condition and level, clustered by person and story. */
export function clustersView({ cells, scored, models, results }: Material): View {
  if (scored.length === 0) return refusedView(head, "No item with a key has been answered.");
  const modelDifferences = models.flatMap((model) => {
    const answers = filterAnsweredBy(scored, model.id);
    if (answers.length === 0) return [];
    const differenceTo = ({ right, cell }: ScoredAnswer) => right - cell.models.get(model.id)!.mean!;
    const rarer = countRarer(answersOf(answers, model.id));
    const { both, stories } = meansOf(answers, differenceTo, [-1, 1], rarer);
    const difference = { ...both, signPatterns: signPatternsOf(answers, differenceTo) };
    const worst = worstCase(difference, cells, [model.id], { withMismatches: false, sideOf: () => "second" }, (own) => {
      const filledCells = new Map(cells.map((cell, index) => [cell, own[index]!]));
      const all = filterAnsweredBy(
        scored.map((answer) => ({ ...answer, cell: filledCells.get(answer.cell)! })),
        model.id,
      );
      return { ...meansOf(all, differenceTo, [-1, 1]).both, signPatterns: null };
    });
    return [{ model, both, stories, difference, worst }];
  });
  const neighbourTables = compareNeighbours(scored, results);
  const testedFamily = testTogether(
    modelDifferences.map(({ model, difference, worst }) => ({
      says: `The mean person minus ${model.label}`,
      difference,
      unit: "answers",
      worst,
    })),
  );
  return shownView(head, {
    checks: [
      {
        says: "There are at least five clusters of each kind",
        holds: meansOf(scored, ({ right }) => right, [0, 1]).both.reason === null,
        found: clusterSentence(answerClusters(scored), scored.length),
      },
    ],
    conclusions: ["Sign patterns use the kind of clusters with the fewest, if there are five to twelve."],
    sentences: [
      twoWayNote,
      ...modelDifferences.map(({ model, both }) => `${model.label}: ${describePopulation(both, "answers")}`),
    ],
    findings: [...testedFamily.findings, ...neighbourTables.flatMap(({ findings }) => findings)],
    tables: [
      ...(modelDifferences.length === 0
        ? []
        : [
            {
              name: "two-way",
              caption:
                "People minus model over single answers; positive: people are right more often. Cells where the model was shown a different text from people are excluded",
              columns: [
                "Model",
                "Clustered by person and story",
                "Clustered by story",
                `Test (Holm correction, ${modelDifferences.length} tests)`,
              ],
              rows: modelDifferences.map(({ model, both, stories }, index) => [
                textCell(model.label),
                estimate(both, "points"),
                estimate(stories, "points"),
                testedFamily.cells[index]!,
              ]),
            },
          ]),
      groupTable(scored, models, results),
      ...neighbourTables.map(({ table }) => table),
    ],
    figures:
      modelDifferences.length === 0
        ? []
        : [
            {
              name: "two-way",
              title: "People minus model, points",
              unit: "points",
              marks: modelDifferences.map(({ model, both }) => mark(model.label, "model", both)),
              lines: [{ label: "no difference", value: 0 }],
            },
          ],
  });
}

function filterAnsweredBy(scored: readonly ScoredAnswer[], seriesId: string): ScoredAnswer[] {
  return scored.filter(({ cell }) => (cell.models.get(seriesId)?.mean ?? null) !== null);
}

/** The mean over single answers: clustered by person and story, and clustered by story alone. */
function meansOf(
  answers: readonly ScoredAnswer[],
  scoreOf: (answer: ScoredAnswer) => number,
  range: readonly [number, number],
  rarer?: number,
) {
  const values = answers.map(scoreOf);
  const clusterings = answerClusters(answers);
  const options = { range, unit: "answers" };
  const rarerOption = rarer === undefined ? {} : { rarer };
  return {
    both: { ...clusteredEstimate(values, clusterings, options), ...rarerOption },
    stories: { ...clusteredEstimate(values, [clusterings[1]!], options), ...rarerOption },
  };
}

/**
 * The scores of a model's answers. Each answer is included once, whatever the number of people who answered its cell.
 */
function answersOf(answers: readonly ScoredAnswer[], seriesId: string): number[] {
  const scores = new Map<string, number>();
  for (const { cell } of answers) {
    const { shared, mean } = cell.models.get(seriesId)!;
    scores.set(`${cell.item.id}/${shared ?? cell.condition.id}`, mean!);
  }
  return [...scores.values()];
}

/** p over the sign patterns of the kind with the fewest clusters; null unless it has five to twelve clusters. */
function signPatternsOf(answers: readonly ScoredAnswer[], of: (answer: ScoredAnswer) => number): number | null {
  const kinds = answerClusters(answers).map(({ ids }) => ids);
  const ones = answers.map(() => [1]);
  return wildWaldTest(answers.map(of), ones, kinds, [0])?.pvalue ?? null;
}

/** Above this number of answers of people times models, groups are shown for the mean person only. */
const maxRowsWithModels = 1_000_000;

/** The mean person, and the difference to each model, over all cells, under each condition and at each level. */
function groupTable(
  scored: readonly ScoredAnswer[],
  models: Material["models"],
  results: Material["results"],
): ViewTable {
  const groups = [{ label: "All cells", has: () => true }, ...cellGroups(results).groups];
  const shownModels = scored.length * models.length > maxRowsWithModels ? [] : models;
  return {
    name: "two-way-groups",
    caption:
      "Mean individual accuracy from single answers, and its difference from each model (people minus model), under each condition and at each level; positive: people are right more often",
    columns: ["Cells", "Measure", "Clustered by person and story", "Clustered by story"],
    rows: groups.flatMap(({ label, has }) => {
      const groupAnswers = scored.filter(({ cell }) => has(cell));
      if (groupAnswers.length === 0) return [];
      const { both, stories } = meansOf(groupAnswers, ({ right }) => right, [0, 1]);
      return [
        [textCell(label), textCell("The mean person"), estimate(both), estimate(stories)],
        ...shownModels.flatMap((model) => {
          const answers = filterAnsweredBy(groupAnswers, model.id);
          if (answers.length === 0) return [];
          const differenceToModel = ({ right, cell }: ScoredAnswer) => right - cell.models.get(model.id)!.mean!;
          const modelDifference = meansOf(
            answers,
            differenceToModel,
            [-1, 1],
            countRarer(answersOf(answers, model.id)),
          );
          return [
            [
              textCell(label),
              textCell(`The mean person minus ${model.label}`),
              estimate(modelDifference.both, "points"),
              estimate(modelDifference.stories, "points"),
            ],
          ];
        }),
      ];
    }),
  };
}

/** Comparisons of neighbouring levels, conditions and types: a table with one sentence per test, or nothing. */
function compareNeighbours(
  scored: readonly ScoredAnswer[],
  results: Material["results"],
): { table: ViewTable; findings: string[] }[] {
  const rows = cellGroups(results).neighbours.flatMap(({ first, second }) => {
    const answers = scored.filter(({ cell }) => first.has(cell) || second.has(cell));
    const difference = fitDifference(answers, ({ cell }) => first.has(cell));
    return difference ? [{ label: `${first.label} minus ${second.label}`, difference }] : [];
  });
  if (rows.length === 0) return [];
  const { cells, findings } = testTogether(
    rows.map(({ label, difference }) => ({ says: `The mean person, ${label}`, difference, unit: "answers" })),
  );
  return [
    {
      table: {
        name: "two-way-differences",
        caption:
          "Differences of the mean person between neighbouring levels, conditions and types, from single answers, clustered by person and story",
        columns: ["Comparison", "Points", `Test (Holm correction, ${rows.length} tests)`],
        rows: rows.map(({ label, difference }, index) => [
          textCell(label),
          estimate(difference, "points"),
          cells[index]!,
        ]),
      },
      findings,
    },
  ];
}

/** The difference in the share of correct answers between two sets, by least squares; null if a set is empty. */
function fitDifference(
  answers: readonly ScoredAnswer[],
  isFirst: (answer: ScoredAnswer) => boolean,
): TestedDifference | null {
  const y = answers.map(({ right }) => right);
  const x = answers.map((answer) => [1, Number(isFirst(answer))]);
  const clusterings = answerClusters(answers);
  const kinds = usableClusters(clusterings, answers.length);
  const fit = clusteredRegression(y, x, kinds);
  if (!fit) return null;
  const { value, se, df, low, high } = estimateCoefficient(fit, 1);
  const clusters = clusterings.flatMap(({ one, many, ids }) =>
    kinds.includes(ids) ? [{ one, many, count: new Set(ids).size }] : [],
  );
  const tooFew = clusterings.flatMap(({ one, many, ids }) => {
    const { size } = new Set(ids);
    return size < answers.length && size < minClusters ? [{ found: `${size} ${size === 1 ? one : many}`, many }] : [];
  });
  const clusterNote =
    tooFew.length === 0
      ? null
      : `With ${tooFew.map(({ found }) => found).join(" and ")} the interval does not generalise to new ${tooFew.map(({ many }) => many).join(" and ")}: at least ${minClusters} are needed.`;
  return {
    n: answers.length,
    value,
    se,
    df,
    low: low === null ? null : Math.max(-1, low),
    high: high === null ? null : Math.min(1, high),
    basis: low === null ? null : (["items", "clusters", "two-way"] as const)[kinds.length]!,
    clusters,
    reason:
      low === null ? ["No interval: the answers do not vary.", clusterNote].filter(Boolean).join(" ") : clusterNote,
    signPatterns: low === null ? null : (wildWaldTest(y, x, kinds, [1])?.pvalue ?? null),
  };
}
