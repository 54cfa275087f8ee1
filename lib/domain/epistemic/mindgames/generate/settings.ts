import * as z from "zod";
import { MAXIMUM_PERSONS, quantifiers, type Setup, setups } from "../problem.ts";

const share = z.number().min(0).max(1);
const weights = (values: z.ZodType<number>) =>
  z
    .array(z.tuple([values, z.number().min(0)]))
    .min(1)
    .refine((choices) => choices.some(([, weight]) => weight > 0), { message: "one weight must be above 0" });

const rowCount = z.int().min(2).max(1_000_000).multipleOf(2);

/**
 * All settings of the generator. With the seed they determine the data. Weights need not add up to 1.
 *
 * A "negation" share is the probability that a drawn statement is a denial. Denials that contradict earlier statements
 * are drawn again, so the share in the finished problems is lower.
 */
export const generatorSettingsSchema = z.strictObject({
  setups: z.array(z.enum(setups)).min(1),
  /** Number of problems per setup, half of them entailed: one number for all setups, or one for each. */
  rowsPerSetup: z.union([rowCount, z.partialRecord(z.enum(setups), rowCount)]),
  /** Names of the splits, each with its share of the problems. No premise is in two splits. */
  splits: z.array(z.tuple([z.string().regex(/^[\w-]+$/), z.number().positive()])).min(1),
  /** Numbers of persons and their weights. */
  persons: weights(z.int().min(2).max(MAXIMUM_PERSONS)),
  /**
   * Numbers of announcements after the first, with weights; or all numbers up to the number of persons, with equal
   * weights.
   */
  announcements: z.union([z.literal("up to persons"), weights(z.int().min(0).max(50))]),
  /** Numbers of knowledge operators nested inside the outer one, with weights: 0 is a first-order belief. */
  depths: weights(z.int().min(0).max(20)),
  /** Share of announcements about what someone knows; the other announcements are about facts. */
  announcedKnowledge: share,
  announcedKnowledgeNegation: share,
  /** Among announcements of knowledge that are not denied, the share with "knows that" instead of "knows whether". */
  announcedThat: share,
  announcedFactNegation: share,
  /** Probability that an announced person's knowledge is about a negated fact. */
  knownFactNegation: share,
  hypothesisThat: share,
  /** Probability that knowledge in hypotheses is denied. Denied knowledge always uses "whether", as in the paper. */
  hypothesisKnowledgeNegation: share,
  hypothesisFactNegation: share,
  /** Subjects of facts in addition to persons. Each subject is as likely as one person. */
  announcedSubjects: z.array(z.enum(quantifiers)),
  knownSubjects: z.array(z.enum(quantifiers)),
  hypothesisSubjects: z.array(z.enum(quantifiers)),
  /** In the explicit setup, the mean number of cards shown to each person. */
  cardsShown: z.number().positive().max(MAXIMUM_PERSONS),
  /** Whether at least one card must be shown. */
  someCardShown: z.boolean(),
  /** Number of hypotheses tried for each premise. */
  hypothesesPerPremise: z.int().min(1).max(10_000),
  /** Maximum number of hypotheses kept for each premise, half with each label if both labels occur. */
  rowsPerPremise: z.int().min(1).max(10_000),
  /** Whether a premise is dropped if all its hypotheses have the same label. */
  bothLabels: z.boolean(),
  /**
   * Whether problems are generated in pairs: two premises for which one hypothesis has opposite labels. The pairs of a
   * setup are divided equally over depths, persons and announcements. The weights of these, `rowsPerPremise` and
   * `bothLabels` are not used.
   */
  pairs: z.boolean(),
});
export type GeneratorSettings = z.infer<typeof generatorSettingsSchema>;

/** The number of problems of a setup; 0 for a setup without a number. */
export function rowsOfSetup({ rowsPerSetup }: Pick<GeneratorSettings, "rowsPerSetup">, setup: Setup): number {
  return typeof rowsPerSetup === "number" ? rowsPerSetup : (rowsPerSetup[setup] ?? 0);
}

const paperSettings: GeneratorSettings = {
  setups: [...setups],
  rowsPerSetup: 400,
  splits: [["test", 1]],
  persons: [
    [2, 1],
    [3, 1],
  ],
  announcements: "up to persons",
  depths: [
    [0, 1],
    [1, 1],
  ],
  announcedKnowledge: 0.5,
  announcedKnowledgeNegation: 0.8,
  announcedThat: 0.5,
  announcedFactNegation: 0.5,
  knownFactNegation: 0.5,
  hypothesisThat: 0.5,
  hypothesisKnowledgeNegation: 0.5,
  hypothesisFactNegation: 0.5,
  announcedSubjects: [...quantifiers],
  knownSubjects: [...quantifiers],
  hypothesisSubjects: [...quantifiers],
  cardsShown: 1,
  someCardShown: false,
  hypothesesPerPremise: 50,
  rowsPerPremise: 2,
  bothLabels: true,
  pairs: false,
};

/**
 * `balanced`: the paper's problems in pairs, with equal numbers in every cell, so that nothing computed from the
 * hypothesis alone is right about more than half of them.
 *
 * `paper`: sections 3 and 4 of Sileo and Lernould (2023): at most three persons, up to N announcements, first and
 * second order, 400 problems per setup, negation in 80% of announcements of knowledge and in 50% of other statements.
 *
 * `released`: the distribution of the released test split (3,725 rows), which differs from the paper: up to four
 * persons and announcements, no "knows that" in announcements, no negation in hypotheses.
 */
export const presets = {
  balanced: { ...paperSettings, pairs: true },
  paper: paperSettings,
  released: {
    ...paperSettings,
    rowsPerSetup: 932,
    persons: [
      [2, 586],
      [3, 1358],
      [4, 1781],
    ],
    announcements: [
      [0, 524],
      [1, 1610],
      [2, 1034],
      [3, 377],
      [4, 180],
    ],
    // The next three weights reproduce the released counts of announcement forms and depths, which were counted after
    // filtering.
    depths: [
      [0, 0.44],
      [1, 0.56],
    ],
    announcedKnowledge: 0.81,
    announcedKnowledgeNegation: 0.78,
    announcedThat: 0,
    knownFactNegation: 0,
    hypothesisKnowledgeNegation: 0,
    hypothesisFactNegation: 0,
    knownSubjects: ["someone", "everyone", "nobody"],
    hypothesisSubjects: ["someone", "everyone", "nobody"],
    someCardShown: true,
  },
} satisfies Record<string, GeneratorSettings>;
export type PresetName = keyof typeof presets;
