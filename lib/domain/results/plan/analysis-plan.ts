import * as z from "zod";
import { canonicalJson, fingerprint } from "../../fingerprint.ts";
import { itemSelectionSchema } from "../../items/item-selection.ts";
import { adjustmentMethods } from "../../statistics/basics/adjust-p-values.ts";
import { cleaningPlanSchema } from "../../survey/cleaning/cleaning-rules.ts";
import { boundedText, requiredText } from "../../text.ts";
import { resultTiePolicies } from "../model/majority.ts";
import { unparsedPolicies } from "../model/unparsed-policy.ts";

/** The comparator of a model. */
export const plannedComparators = ["majority", "mean-person", "best-person", "distribution"] as const;

/** The outcome: right or wrong answers, the share of one answer, or the agreement of marked words with the key. */
export const outcomeMeasures = ["accuracy", "share-of-answer", "localisation"] as const;

/** The questions that a plan can make confirmatory; each is one or more tests of the family. */
export const plannedTestKinds = [
  "model-against-people",
  "model-against-model",
  "model-against-chance",
  "equivalence",
  "non-inferiority",
  "levels",
  "tom-factual",
  "word-orders",
  "story-effect",
  "prompt-effect",
  "groups-of-people",
] as const;
export type PlannedTestKind = (typeof plannedTestKinds)[number];

/** The score of a tie: one of the policies of the results pages. */
export const plannedTieRules = resultTiePolicies;

export const clusterKinds = ["person", "story", "group"] as const;

const plannedTestSchema = z.strictObject({
  kind: z.enum(plannedTestKinds),
  /**
   * The subject of the test if its kind does not determine it: an attribute for levels, a question for groups of
   * people.
   */
  of: boundedText(200).default(""),
  /** The hypothesis as text. */
  hypothesis: boundedText(2_000).default(""),
  // The fields below have no default, so that the hash of older plans does not change.
  /** The items of the test; absent: all items of the outcome. */
  items: itemSelectionSchema.optional(),
  /** An attribute of items: the test is repeated at each of its values. */
  at: requiredText(100).optional(),
  /** Two values of the attribute `of` that are compared, the second minus the first; absent: neighbouring values. */
  between: z.tuple([requiredText(100), requiredText(100)]).optional(),
  /** Absent: primary. Secondary tests are a separate family, tested only if every primary test is significant. */
  role: z.enum(["primary", "secondary"]).optional(),
});
export type PlannedTest = z.infer<typeof plannedTestSchema>;
export type PlannedRole = NonNullable<PlannedTest["role"]>;

/**
 * The analysis to which a study commits itself before its answers are seen: one document, frozen with the protocol.
 * Everything that the plan does not name is exploratory. `docs/formats.md` describes the format.
 */
export const analysisPlanSchema = z.strictObject({
  format: z.literal("parallax-analysis-plan/1").default("parallax-analysis-plan/1"),
  /**
   * The names of the models to compare. Before the plan is frozen, an empty list means every model that has answers
   * when the plan is frozen.
   */
  models: z.array(requiredText(200)).max(200).default([]),
  /** Set when the plan is frozen: `models` is then the complete list, and an empty list means no model. */
  modelsFixed: z.literal(true).optional(),
  comparator: z
    .strictObject({
      kind: z.enum(plannedComparators),
      /** The number of people whose majority is taken; null for everyone who answered the cell. */
      k: z.int().min(1).max(10_000).nullable().default(null),
    })
    .default({ kind: "majority", k: null }),
  outcome: z
    .strictObject({
      measure: z.enum(outcomeMeasures),
      /** The answer whose share is the outcome, in the words of the item kind; empty for other measures. */
      answer: boundedText(100).default(""),
      /** The items of the outcome, such as those of theory of mind; absent: all items of the study. */
      items: itemSelectionSchema.optional(),
    })
    .default({ measure: "accuracy", answer: "" }),
  /** The score of a tied majority. */
  ties: z.enum(plannedTieRules).default("half"),
  /** How unparsed answers count. */
  unparsed: z.enum(unparsedPolicies).default("wrong"),
  exclusions: z
    .strictObject({
      /** Whether to count answers of people outside the quotas, of surplus sessions, and manually excluded answers. */
      openStratum: z.boolean().default(true),
      surplus: z.boolean().default(false),
      excluded: z.boolean().default(false),
      /** Whether tests include cells whose stimulus is known to differ between people and models. */
      mismatched: z.boolean().default(false),
      /** The exclusion rules, decided beforehand, as text. */
      rules: z.array(requiredText(1_000)).max(30).default([]),
      /**
       * Excludes answers of people who failed at least this number of flagging checks; absent or null: no such rule.
       */
      missedChecks: z.int().min(1).max(50).nullable().optional(),
      /** Rules that flag single answers, each with a fixed limit; absent: none. No default, to keep older hashes. */
      cleaning: cleaningPlanSchema.optional(),
    })
    .default({ openStratum: true, surplus: false, excluded: false, mismatched: false, rules: [] }),
  /** The clusters of answers, as far as the design allows a choice. */
  clusters: z.array(z.enum(clusterKinds)).max(3).default(["person", "story", "group"]),
  /** The confirmatory tests, corrected together; filters on a page never change them. */
  family: z
    .strictObject({
      method: z.enum(adjustmentMethods),
      alpha: z.number().gt(0).lt(0.5),
      tests: z.array(plannedTestSchema).max(50),
    })
    .default({ method: "holm", alpha: 0.05, tests: [{ kind: "model-against-people", of: "", hypothesis: "" }] }),
  /**
   * The difference in the outcome (0 to 1) that is considered negligible, for equivalence and non-inferiority; null:
   * not tested.
   */
  margin: z.number().gt(0).lt(1).nullable().default(null),
  stopping: z
    .strictObject({
      /**
       * `full`: when every slot is complete; `date`: at the end of a day; `look`: at one of the named interim looks.
       */
      rule: z.enum(["full", "date", "look"]),
      date: z.iso.date().nullable().default(null),
      /**
       * The shares of the planned answers at which interim looks are carried out before the data are locked, with the
       * tests of the plan at the levels of a spending function (`testLevels`). `alpha` limits the level of a look.
       */
      looks: z
        .array(z.strictObject({ share: z.number().gt(0).lt(1), alpha: z.number().gt(0).lt(0.5).optional() }))
        .max(20),
      text: boundedText(2_000).default(""),
    })
    .default({ rule: "full", date: null, looks: [], text: "" }),
  /** Planned analyses that are not confirmatory, as text. */
  exploratory: boundedText(5_000).default(""),
  /** Why differences below the margin do not matter, as text; absent: not stated. */
  marginReason: requiredText(2_000).optional(),
  /** The results of simulating this plan, as text; absent: not simulated. No default, to keep older hashes. */
  simulation: requiredText(10_000).optional(),
});
export type AnalysisPlan = z.infer<typeof analysisPlanSchema>;

/** The default plan: majority and mean person, Holm over all models, no equivalence. */
export function defaultAnalysisPlan(): AnalysisPlan {
  return analysisPlanSchema.parse({});
}

/** The rule about failed checks, as stated in each exclusion that it causes. */
export function missedChecksRule(missedChecks: number): string {
  return `exclusions.missedChecks: ${missedChecks}`;
}

/** The largest accepted margin: differences below the margin count as irrelevant. */
const maxMargin = 0.2;

/** The models of a plan, as text. */
export function formatModels({ models, modelsFixed }: Pick<AnalysisPlan, "models" | "modelsFixed">): string {
  if (models.length > 0) return models.join(", ");
  return modelsFixed
    ? "none; no model had answers when the plan was frozen"
    : "every model with answers by the freezing";
}

/** SHA-256 of a plan: the same document has the same hash on every machine. */
export function analysisPlanHash(plan: AnalysisPlan): string {
  return fingerprint(canonicalJson(plan));
}

/**
 * Finds contradictions between parts of a plan, by field; empty if there are none. A test of equivalence needs a
 * margin, interim looks need a stopping rule that allows them, and the share of an answer needs this answer.
 */
export function reviewAnalysisPlan(plan: AnalysisPlan): { field: string; message: string }[] {
  const problems: { field: string; message: string }[] = [];
  const needsMargin = plan.family.tests.some(({ kind }) => kind === "equivalence" || kind === "non-inferiority");
  if (needsMargin && plan.margin === null) {
    problems.push({ field: "margin", message: "A test of equivalence or non-inferiority needs a margin." });
  }
  if (plan.margin !== null && plan.margin > maxMargin) {
    problems.push({ field: "margin", message: "A margin above 20 points is too large: enter a smaller one." });
  }
  if (plan.stopping.rule === "date" && plan.stopping.date === null) {
    problems.push({ field: "stopping.date", message: "Please name the day on which collection stops." });
  }
  if (plan.stopping.rule === "look" && plan.stopping.looks.length === 0) {
    problems.push({ field: "stopping.looks", message: "Enter the interim analyses at which collection may stop." });
  }
  const { looks } = plan.stopping;
  if (new Set(looks.map(({ share }) => share)).size < looks.length) {
    problems.push({ field: "stopping.looks", message: "Two interim analyses have the same share." });
  }
  if (looks.length > 0 && plan.outcome.measure === "localisation") {
    problems.push({ field: "stopping.looks", message: "Tests of marked words have no interim analyses." });
  }
  const alphaSpent = looks.reduce((sum, look) => sum + (look.alpha ?? 0), 0);
  if (alphaSpent > plan.family.alpha + 1e-9) {
    problems.push({
      field: "stopping.looks",
      message: "The interim analyses spend more than the family’s alpha.",
    });
  }
  if (plan.outcome.measure === "share-of-answer" && plan.outcome.answer === "") {
    problems.push({ field: "outcome.answer", message: "Please name the answer whose share is the outcome." });
  }
  const { missedChecks, cleaning = [] } = plan.exclusions;
  if (missedChecks && cleaning.some(({ rule }) => rule === "failed-checks")) {
    problems.push({
      field: "exclusions.missedChecks",
      message: "Enter the number of failed checks in one place only.",
    });
  }
  if (plan.comparator.kind !== "majority" && plan.comparator.k !== null) {
    problems.push({ field: "comparator.k", message: "Only a majority has a size." });
  }
  return [...problems, ...plan.family.tests.flatMap((test, index) => reviewTest(test, `family.tests.${index}`, plan))];
}

/** The fields of one test that are missing or do not fit its kind. */
function reviewTest(
  { kind, of, at, between, items, role }: PlannedTest,
  path: string,
  { family }: AnalysisPlan,
): { field: string; message: string }[] {
  const isLevelsTest = kind === "levels";
  const rules: [isBroken: boolean, field: string, message: string][] = [
    [
      (isLevelsTest || kind === "groups-of-people") && of === "",
      "of",
      "Please name the attribute or question that is compared.",
    ],
    [between !== undefined && !isLevelsTest, "between", "Only a test of levels compares two values."],
    [between !== undefined && between[0] === between[1], "between", "The two values are the same."],
    [
      kind === "groups-of-people" && (items !== undefined || at !== undefined),
      "items",
      "Groups of people are compared on all items.",
    ],
    [at !== undefined && at === of && isLevelsTest, "at", "A test of levels cannot be repeated at its own levels."],
    [
      role === "secondary" && family.tests.every((test) => test.role === "secondary"),
      "role",
      "A secondary test requires a primary test in the plan.",
    ],
  ];
  return rules.flatMap(([isBroken, field, message]) => (isBroken ? [{ field: `${path}.${field}`, message }] : []));
}

/** Whether a test is on all items, not repeated by an attribute or limited to two values. */
export function isWholeTest({ items, at, between }: PlannedTest): boolean {
  return items === undefined && at === undefined && between === undefined;
}

/** Whether an outcome is the one shown on pages: correct answers to all items. */
export function isWholeOutcome({ measure, items }: AnalysisPlan["outcome"]): boolean {
  return measure === "accuracy" && items === undefined;
}

/**
 * The role of a test of a page under a plan that names it for all items, about the same subject; null if the plan does
 * not name it. A test that is named in both roles is primary.
 */
export function plannedRole(plan: AnalysisPlan, kind: PlannedTestKind, of = ""): PlannedRole | null {
  const roles = plan.family.tests
    .filter((test) => isWholeTest(test) && test.kind === kind && (test.of === of || test.of === ""))
    .map(({ role = "primary" }) => role);
  return roles.includes("primary") ? "primary" : (roles[0] ?? null);
}
