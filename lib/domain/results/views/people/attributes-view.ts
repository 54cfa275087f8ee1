import { formatNumberOf, formatPInSentence } from "../../../format/figures.ts";
import { adjustPValues } from "../../../statistics/basics/adjust-p-values.ts";
import { clusteredEstimate, twoWayNote } from "../../../statistics/clustered/clustered-estimate.ts";
import { wildWaldTest } from "../../../statistics/clustered/wild-wald-test.ts";
import { describeDisagreement } from "../../../statistics/referee/wording.ts";
import {
  type ClusteredRegression,
  clusteredRegression,
  estimateCoefficient,
  type WaldTest,
} from "../../../statistics/regression/clustered-regression.ts";
import { twoWayWaldTest } from "../../../statistics/regression/two-way-wald-test.ts";
import type { PersonAttribute, ScoredAnswer } from "../../model/single-answers.ts";
import { answerClusters, clusterSentence, type Material, usableClusters } from "../material.ts";
import { count, estimate, refusedView, shownView, test, textCell, type View, type ViewCell } from "../view.ts";

const head = {
  id: "attributes",
  title: "Groups of people",
  lead: "Accuracy by attributes of people, differences between groups, and interactions of groups with conditions and with the difference between people and models.",
};

const minGroupSize = 5;
const maxGroups = 12;

interface DividedAttribute {
  attribute: PersonAttribute;
  /** Groups of at least five people, largest first. */
  groups: { value: string; people: number }[];
  answers: ScoredAnswer[];
}

interface Question {
  says: string;
  p: number | null;
  n: number;
  reason: string | null;
  /** p over all sign patterns of the kind with the fewest clusters; null unless it has five to twelve clusters. */
  signPatterns: number | null;
}

/** Slices by the attributes of people, with tests between groups and tests of interactions; Holm over all of them. */
export function attributesView({ scored, single, models, results }: Material): View {
  const dividedAttributes = single.attributes.flatMap((attribute) => divideAttribute(attribute, scored) ?? []);
  if (dividedAttributes.length === 0)
    return refusedView(
      head,
      `No attribute of people has two groups of at least ${minGroupSize} people with scored answers. Attributes are quota groups, languages, and the questions of the protocol that are answered by choices, numbers or scales.`,
    );
  const questions = dividedAttributes.flatMap((one) => [
    testGroups(one),
    ...models.flatMap((model) => testDistances(one, model)),
    ...factorsOf(results.conditions).flatMap((factor) => testInteractions(one, factor)),
  ]);
  const adjusted = adjustPValues(
    questions.map(({ p }) => p),
    "holm",
  );
  return shownView(head, {
    findings: questions.map(({ says, p, n, reason, signPatterns }, index) =>
      p === null
        ? `${says} Not tested (n = ${n} answers): ${reason ?? "the answers do not vary."}`
        : `${says} Wald test: ${formatPInSentence(p)}, ${formatPInSentence(adjusted[index]!)} adjusted by Holm’s method over ${questions.length} tests${signPatterns === null ? "" : `, ${formatPInSentence(signPatterns)} over all sign patterns`} (n = ${n} answers).${describeDisagreement(p, signPatterns, 0.05)}`,
    ),
    checks: dividedAttributes.map(({ attribute, answers }) => ({
      says: `${attribute.label}: answers are clustered by person and story`,
      holds: usableClusters(answerClusters(answers), answers.length).length > 0,
      found: clusterSentence(answerClusters(answers), answers.length),
    })),
    conclusions: [
      `${formatNumberOf(questions.length, "test")} on this page, corrected together by Holm’s method. A test of groups has the largest p of the two-way test and of those over people alone and over stories alone (CR2, up to 200 clusters), because the two-way variance is too small for small groups. Sign patterns use the kind of clusters with the fewest, if there are five to twelve.`,
    ],
    sentences: [
      `Groups are not drawn at random: a difference between them does not show an effect of the attribute. ${twoWayNote}`,
    ],
    tables: [
      {
        name: "groups",
        caption: "Right answers of single people, by group",
        columns: ["Attribute", "Group", "People", "Right"],
        rows: dividedAttributes.flatMap(({ attribute, groups, answers }) =>
          groups.map(({ value, people }) => {
            const groupAnswers = answers.filter(({ person }) => attribute.values[person] === value);
            return [textCell(attribute.label), textCell(value), count(people), estimate(shareOf(groupAnswers))];
          }),
        ),
      },
      {
        name: "differences",
        caption: "Each group minus the largest one; positive: the group is right more often",
        columns: ["Attribute", "Difference", "Points"],
        rows: dividedAttributes.flatMap(differenceRows),
      },
      {
        name: "group-tests",
        restsOnTest: true,
        caption: `Tests of groups and interactions; p adjusted by Holm’s method over ${questions.length} tests`,
        columns: ["Question", "Test"],
        rows: questions.map(({ says, p, n, reason, signPatterns }, index) => [
          textCell(says),
          test(p, n, reason, adjusted[index] ?? null, { signPatterns }),
        ]),
      },
    ],
    figures: dividedAttributes.map(({ attribute, groups, answers }, index) => ({
      name: `groups-${index + 1}`,
      title: `Right answers by ${attribute.label}`,
      unit: "share" as const,
      marks: groups.map(({ value }) => ({
        row: value,
        side: "person" as const,
        ...toMark(shareOf(answers.filter(({ person }) => attribute.values[person] === value))),
      })),
      lines: [],
    })),
  });
}

function divideAttribute(attribute: PersonAttribute, scored: readonly ScoredAnswer[]): DividedAttribute | null {
  const people = new Map<string, Set<number>>();
  for (const { person } of scored) {
    const value = attribute.values[person];
    if (value == null) continue;
    people.set(value, (people.get(value) ?? new Set()).add(person));
  }
  const groups = [...people]
    .map(([value, members]) => ({ value, people: members.size }))
    .filter(({ people: size }) => size >= minGroupSize)
    .sort((left, right) => right.people - left.people || left.value.localeCompare(right.value, "en"));
  if (groups.length < 2 || groups.length > maxGroups) return null;
  const keptValues = new Set(groups.map(({ value }) => value));
  return { attribute, groups, answers: scored.filter(({ person }) => keptValues.has(attribute.values[person] ?? "")) };
}

function shareOf(answers: readonly ScoredAnswer[]) {
  return clusteredEstimate(
    answers.map(({ right }) => right),
    answerClusters(answers),
    { range: [0, 1], unit: "answers" },
  );
}

function toMark({ value, low, high, n }: ReturnType<typeof shareOf>) {
  return { value, low, high, n };
}

/** Indicators of every group except the largest, after an intercept. */
function createGroupIndicators({ attribute, groups }: DividedAttribute, person: number): number[] {
  return groups.slice(1).map(({ value }) => Number(attribute.values[person] === value));
}

interface Fit {
  fit: ClusteredRegression | null;
  wald: (columns: readonly number[]) => WaldTest | null;
  wild: (columns: readonly number[]) => number | null;
}

function fitRegression(
  answers: readonly ScoredAnswer[],
  y: (answer: ScoredAnswer) => number,
  x: (answer: ScoredAnswer) => number[],
): Fit {
  const [values, rows] = [answers.map(y), answers.map(x)];
  const kinds = usableClusters(answerClusters(answers), answers.length);
  return {
    fit: clusteredRegression(values, rows, kinds),
    wald: (columns) => twoWayWaldTest(values, rows, kinds, columns),
    wild: (columns) => wildWaldTest(values, rows, kinds, columns)?.pvalue ?? null,
  };
}

function differenceRows(divided: DividedAttribute): ViewCell[][] {
  const { attribute, groups, answers } = divided;
  const { fit } = fitRegression(
    answers,
    ({ right }) => right,
    ({ person }) => [1, ...createGroupIndicators(divided, person)],
  );
  return groups.slice(1).map(({ value }, index) => {
    const {
      value: difference,
      low,
      high,
    } = fit ? estimateCoefficient(fit, index + 1) : { value: null, low: null, high: null };
    return [
      textCell(attribute.label),
      textCell(`${value} minus ${groups[0]!.value}`),
      estimate(
        { value: difference, low, high, n: answers.length, reason: low === null ? "The answers do not vary." : null },
        "points",
      ),
    ];
  });
}

function createQuestion(says: string, { wald: waldOf, wild }: Fit, columns: readonly number[], n: number): Question {
  const wald = waldOf(columns);
  return {
    says,
    p: wald?.pvalue ?? null,
    n,
    reason: wald ? null : "Too few clusters for so many groups, or the answers do not vary.",
    signPatterns: wald ? wild(columns) : null,
  };
}

function testGroups(divided: DividedAttribute): Question {
  const { attribute, groups, answers } = divided;
  const fit = fitRegression(
    answers,
    ({ right }) => right,
    ({ person }) => [1, ...createGroupIndicators(divided, person)],
  );
  return createQuestion(
    `Do groups of ${attribute.label} differ?`,
    fit,
    listColumns(1, groups.length - 1),
    answers.length,
  );
}

function testDistances(divided: DividedAttribute, model: { id: string; label: string }): Question[] {
  const { attribute, groups } = divided;
  const answers = divided.answers.filter(({ cell }) => (cell.models.get(model.id)?.mean ?? null) !== null);
  if (answers.length === 0) return [];
  const fit = fitRegression(
    answers,
    ({ right, cell }) => right - cell.models.get(model.id)!.mean!,
    ({ person }) => [1, ...createGroupIndicators(divided, person)],
  );
  const says = `Does the difference between people and ${model.label} depend on ${attribute.label}?`;
  return [createQuestion(says, fit, listColumns(1, groups.length - 1), answers.length)];
}

interface Factor {
  name: string;
  levels: string[];
}

function factorsOf(conditions: Material["results"]["conditions"]): Factor[] {
  const names = [...new Set(conditions.flatMap(({ levels }) => Object.keys(levels)))];
  return names
    .map((name) => ({ name, levels: [...new Set(conditions.map(({ levels }) => String(levels[name] ?? "")))] }))
    .filter(({ levels }) => levels.length > 1);
}

function testInteractions(divided: DividedAttribute, { name, levels }: Factor): Question[] {
  const { attribute, groups, answers } = divided;
  const fit = fitRegression(
    answers,
    ({ right }) => right,
    ({ person, cell }) => {
      const groupIndicators = createGroupIndicators(divided, person);
      const levelIndicators = levels
        .slice(1)
        .map((level) => Number(String(cell.condition.levels[name] ?? "") === level));
      return [
        1,
        ...groupIndicators,
        ...levelIndicators,
        ...groupIndicators.flatMap((group) => levelIndicators.map((level) => group * level)),
      ];
    },
  );
  const firstColumn = 1 + (groups.length - 1) + (levels.length - 1);
  const says = `Does the effect of ${name} depend on ${attribute.label}?`;
  return [
    createQuestion(says, fit, listColumns(firstColumn, (groups.length - 1) * (levels.length - 1)), answers.length),
  ];
}

function listColumns(first: number, number: number): number[] {
  return Array.from({ length: number }, (_, index) => first + index);
}
