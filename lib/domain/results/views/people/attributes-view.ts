import { formatNumberOf, formatPInSentence } from "../../../format/figures.ts";
import { adjustPValues } from "../../../statistics/basics/adjust-p-values.ts";
import { clusteredEstimate, twoWayNote } from "../../../statistics/clustered/clustered-estimate.ts";
import { wildWaldTest } from "../../../statistics/clustered/wild-wald-test.ts";
import { wordingOfDisagreement } from "../../../statistics/referee/wording.ts";
import {
  type ClusteredRegression,
  clusteredRegression,
  coefficient,
  type WaldTest,
} from "../../../statistics/regression/clustered-regression.ts";
import { twoWayWaldTest } from "../../../statistics/regression/two-way-wald-test.ts";
import type { PersonAttribute, ScoredAnswer } from "../../model/single-answers.ts";
import { answerClusters, clusterSentence, type Material, usableClusters } from "../material.ts";
import { count, estimate, refusedView, shownView, test, textCell, type View, type ViewCell } from "../view.ts";

const head = {
  id: "attributes",
  title: "Groups of people",
  lead: "Accuracy by attributes of people, differences between groups, and whether the difference between people and a model or the effect of a condition depends on the group.",
};

const minGroupSize = 5;
const maxGroups = 12;

interface Divided {
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
  const divided = single.attributes.flatMap((attribute) => divide(attribute, scored) ?? []);
  if (divided.length === 0)
    return refusedView(
      head,
      `No attribute of people has two groups of at least ${minGroupSize} people with scored answers. Attributes are quota groups, languages, and the questions of the protocol that are answered by choices, numbers or scales.`,
    );
  const questions = divided.flatMap((one) => [
    between(one),
    ...models.flatMap((model) => distance(one, model)),
    ...factorsOf(results.conditions).flatMap((factor) => interaction(one, factor)),
  ]);
  const adjusted = adjustPValues(
    questions.map(({ p }) => p),
    "holm",
  );
  return shownView(head, {
    findings: questions.map(({ says, p, n, reason, signPatterns }, index) =>
      p === null
        ? `${says} Not tested (n = ${n} answers): ${reason ?? "no spread."}`
        : `${says} Wald test: ${formatPInSentence(p)}, ${formatPInSentence(adjusted[index]!)} adjusted by Holm’s method over ${questions.length} tests${signPatterns === null ? "" : `, ${formatPInSentence(signPatterns)} over all sign patterns`} (n = ${n} answers).${wordingOfDisagreement(p, signPatterns, 0.05)}`,
    ),
    checks: divided.map(({ attribute, answers }) => ({
      says: `${attribute.label}: answers are alike within people and within stories`,
      holds: usableClusters(answerClusters(answers), answers.length).length > 0,
      found: clusterSentence(answerClusters(answers), answers.length),
    })),
    sentences: [
      `${formatNumberOf(questions.length, "test")} on this page, corrected together by Holm’s method; they are exploratory unless the analysis plan names them. Groups are not drawn at random: a difference between them is no effect of the attribute. ${twoWayNote} A test of groups has the largest p of the two-way test and of those over people alone and over stories alone (CR2, up to 200 clusters), because the two-way variance is too small for small groups. Sign patterns are those of the kind with the fewest clusters, where there are five to twelve of it.`,
    ],
    tables: [
      {
        name: "groups",
        caption: "Right answers of single people, by group",
        columns: ["Attribute", "Group", "People", "Right"],
        rows: divided.flatMap(({ attribute, groups, answers }) =>
          groups.map(({ value, people }) => {
            const own = answers.filter(({ person }) => attribute.values[person] === value);
            return [textCell(attribute.label), textCell(value), count(people), estimate(shareOf(own))];
          }),
        ),
      },
      {
        name: "differences",
        caption: "Each group minus the largest one; positive: the group is right more often",
        columns: ["Attribute", "Difference", "Points"],
        rows: divided.flatMap(differences),
      },
      {
        name: "group-tests",
        caption: `Tests of groups and interactions; p adjusted by Holm’s method over ${questions.length} tests`,
        columns: ["Question", "Test"],
        rows: questions.map(({ says, p, n, reason, signPatterns }, index) => [
          textCell(says),
          test(p, n, reason, adjusted[index] ?? null, { signPatterns }),
        ]),
      },
    ],
    figures: divided.map(({ attribute, groups, answers }, index) => ({
      name: `groups-${index + 1}`,
      title: `Right answers by ${attribute.label}`,
      unit: "share" as const,
      marks: groups.map(({ value }) => ({
        row: value,
        side: "person" as const,
        ...marked(shareOf(answers.filter(({ person }) => attribute.values[person] === value))),
      })),
      lines: [],
    })),
  });
}

function divide(attribute: PersonAttribute, scored: readonly ScoredAnswer[]): Divided | null {
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
  const kept = new Set(groups.map(({ value }) => value));
  return { attribute, groups, answers: scored.filter(({ person }) => kept.has(attribute.values[person] ?? "")) };
}

function shareOf(answers: readonly ScoredAnswer[]) {
  return clusteredEstimate(
    answers.map(({ right }) => right),
    answerClusters(answers),
    { range: [0, 1], unit: "answers" },
  );
}

function marked({ value, low, high, n }: ReturnType<typeof shareOf>) {
  return { value, low, high, n };
}

/** Indicators of every group except the largest, after an intercept. */
function indicators({ attribute, groups }: Divided, person: number): number[] {
  return groups.slice(1).map(({ value }) => Number(attribute.values[person] === value));
}

interface Fit {
  fit: ClusteredRegression | null;
  wald: (columns: readonly number[]) => WaldTest | null;
  wild: (columns: readonly number[]) => number | null;
}

function fitOf(
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

function differences(divided: Divided): ViewCell[][] {
  const { attribute, groups, answers } = divided;
  const { fit } = fitOf(
    answers,
    ({ right }) => right,
    ({ person }) => [1, ...indicators(divided, person)],
  );
  return groups.slice(1).map(({ value }, index) => {
    const { value: difference, low, high } = fit ? coefficient(fit, index + 1) : { value: null, low: null, high: null };
    return [
      textCell(attribute.label),
      textCell(`${value} minus ${groups[0]!.value}`),
      estimate(
        { value: difference, low, high, n: answers.length, reason: low === null ? "There is no spread." : null },
        "points",
      ),
    ];
  });
}

function asked(says: string, { wald: waldOf, wild }: Fit, columns: readonly number[], n: number): Question {
  const wald = waldOf(columns);
  return {
    says,
    p: wald?.pvalue ?? null,
    n,
    reason: wald ? null : "Too few clusters or no spread for so many groups.",
    signPatterns: wald ? wild(columns) : null,
  };
}

function between(divided: Divided): Question {
  const { attribute, groups, answers } = divided;
  const fit = fitOf(
    answers,
    ({ right }) => right,
    ({ person }) => [1, ...indicators(divided, person)],
  );
  return asked(`Do groups of ${attribute.label} differ?`, fit, columnsFrom(1, groups.length - 1), answers.length);
}

function distance(divided: Divided, model: { id: string; label: string }): Question[] {
  const { attribute, groups } = divided;
  const answers = divided.answers.filter(({ cell }) => (cell.models.get(model.id)?.mean ?? null) !== null);
  if (answers.length === 0) return [];
  const fit = fitOf(
    answers,
    ({ right, cell }) => right - cell.models.get(model.id)!.mean!,
    ({ person }) => [1, ...indicators(divided, person)],
  );
  const says = `Does the difference between people and ${model.label} depend on ${attribute.label}?`;
  return [asked(says, fit, columnsFrom(1, groups.length - 1), answers.length)];
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

function interaction(divided: Divided, { name, levels }: Factor): Question[] {
  const { attribute, groups, answers } = divided;
  const fit = fitOf(
    answers,
    ({ right }) => right,
    ({ person, cell }) => {
      const own = indicators(divided, person);
      const at = levels.slice(1).map((level) => Number(String(cell.condition.levels[name] ?? "") === level));
      return [1, ...own, ...at, ...own.flatMap((group) => at.map((level) => group * level))];
    },
  );
  const first = 1 + (groups.length - 1) + (levels.length - 1);
  const says = `Does the effect of ${name} depend on ${attribute.label}?`;
  return [asked(says, fit, columnsFrom(first, (groups.length - 1) * (levels.length - 1)), answers.length)];
}

function columnsFrom(first: number, number: number): number[] {
  return Array.from({ length: number }, (_, index) => first + index);
}
