import * as z from "zod";
import { canonicalJson, fingerprint } from "../../fingerprint.ts";
import { formatCount, formatNumberOf, formatPercent, formatShare } from "../../format/figures.ts";
import { normalTwoSidedQuantile } from "../../statistics/basics/distributions.ts";
import { minStoriesForEquivalence } from "../../statistics/clustered/equivalence-error-rates.ts";
import { wilsonShare } from "../model/share.ts";
import type { AnalysisPlan } from "../plan/analysis-plan.ts";
import { planWords } from "../plan/plan-words.ts";
import { count, estimate, refusedView, shownView, textCell, type View, type ViewCell } from "../views/view.ts";
import { generativeProfileSchema } from "./generative-profile.ts";
import { planTallySchema, type TestTally } from "./tally.ts";

/**
 * The format of a simulation. The number is raised with its fields, and with the rules by which studies are simulated and
 * tested: sums by other rules are neither shown nor continued.
 */
export const planSimulationFormat = "parallax-plan-simulation/2" as const;

/**
 * A simulation of a plan, finished or in progress. It can be continued, because studies are numbered and each has its
 * own seed.
 */
export const planSimulationSchema = z.strictObject({
  format: z.literal(planSimulationFormat, "the simulation follows older rules; use another file"),
  /** SHA-256 of the simulated items, design and plan (`designHash`). */
  design: z.string(),
  seed: z.string(),
  times: z.int().min(1),
  profile: generativeProfileSchema,
  tally: planTallySchema,
});
export type PlanSimulation = z.infer<typeof planSimulationSchema>;

/** The hash of a design and its plan; a simulation of another design or plan cannot be continued. */
export function designHash(design: { plan: AnalysisPlan }): string {
  const { simulation: _reported, ...plan } = design.plan;
  return fingerprint(canonicalJson({ ...design, plan }));
}

const head = {
  id: "plan-simulation",
  title: "The planned tests on simulated data",
  lead: "How often each planned test is significant, and how good its estimates are, if people and models answer as the profile specifies.",
};

const z95 = normalTwoSidedQuantile(0.95);

/** Type I error, power, bias, coverage and width of every planned test, each with its Monte Carlo error. */
export function planSimulationView({ tally, seed, profile }: PlanSimulation, { family, margin }: AnalysisPlan): View {
  const { studies, tests, falseRejections } = tally;
  if (studies === 0) return refusedView(head, "No study has been simulated yet.");
  const trueNulls = tests.filter(({ isNull }) => isNull === true).length;
  return shownView(head, {
    sentences: [
      `${formatNumberOf(studies, "simulated study", "simulated studies")}, seed “${seed}”; ${formatCount(Math.round(tally.answers / studies))} answers of people in each, ${formatCount(Math.round(tally.left / studies))} people left and were replaced. Accuracy of one person ${formatShare(profile.accuracy)}; standard deviations in logits: stories ${profile.storySd}, items ${profile.itemSd}, people ${profile.personSd}.`,
      `Tests are corrected together by ${family.method} at ${family.alpha}${margin === null ? "" : `; the margin is ${formatPercent(margin)} points`}. Differences are people (${tally.comparator === "majority" ? "majority" : "mean person"}) minus model. Limits are 95% Monte Carlo limits: how far the simulation itself may be off.${tests.some(({ kind }) => kind === "equivalence" || kind === "non-inferiority") ? ` A significant test against the margin counts only with at least ${minStoriesForEquivalence} stories, because with fewer it is not claimed.` : ""}`,
    ],
    tables: [
      {
        name: "rates",
        caption:
          "How often each planned test is significant: type I error where its null hypothesis is true, else power",
        columns: ["Kind", "Test", "True difference", "Null hypothesis", "Significant", "Not computed"],
        rows: tests.map((test) => [
          textCell(`${planWords.test[test.kind]}${test.isSecondary ? " (secondary)" : ""}`),
          textCell(test.says),
          truthCell(test, studies),
          textCell(test.isNull === null ? "unknown" : test.isNull ? "true: type I error" : "false: power"),
          rateCell(test.rejected, test.tested, "The test could not be computed in any study."),
          count(studies - test.tested),
        ]),
      },
      {
        name: "estimates",
        caption: "Bias of the estimates; coverage and mean width of their intervals",
        columns: ["Kind", "Test", "Bias", "Coverage", "Width"],
        rows: tests
          .filter(({ truth, estimated }) => truth !== null && estimated > 0)
          .map((test) => [
            textCell(planWords.test[test.kind]),
            textCell(test.says),
            biasCell(test),
            rateCell(test.covered, test.intervals, "No study gave an interval."),
            widthCell(test),
          ]),
      },
      {
        name: "shares",
        caption: "Shares of right answers of people: coverage and mean width of their 95% intervals",
        columns: ["Of", "True share", "Coverage", "Width"],
        rows: tally.shares.map((share) => [
          textCell(share.name),
          estimate({ value: share.truth, low: null, high: null, n: studies, reason: "Follows from the profile." }),
          rateCell(share.covered, share.intervals, "No study gave an interval."),
          widthCell(share),
        ]),
      },
      {
        name: "family",
        caption: "The family as a whole",
        columns: ["What", "Share of studies"],
        rows: [
          [
            textCell("At least one test with a true null hypothesis is significant"),
            trueNulls === 0
              ? rateCell(0, 0, "No test has a true null hypothesis under this profile.")
              : rateCell(falseRejections, studies, ""),
          ],
        ],
      },
    ],
  });
}

/** One paragraph for a preregistration. */
export function planSimulationText(simulation: PlanSimulation, plan: AnalysisPlan): string {
  const { tally, seed, profile, design } = simulation;
  const { studies } = tally;
  const rate = ({ rejected, tested }: TestTally) => {
    const { value, low, high } = wilsonShare(rejected, tested);
    return value === null ? "not computed" : `${formatShare(value)} (${formatShare(low!)} to ${formatShare(high!)})`;
  };
  const testTexts = tally.tests
    .slice(0, maxTestsInText)
    .map(
      (test) =>
        `${planWords.test[test.kind]}, ${test.says}: ${test.isNull === true ? "type I error" : test.isNull === false ? "power" : "significant in"} ${rate(test)}${test.truth === null ? "" : `, true difference ${formatPercent(test.truth)} points`}`,
    );
  const omittedCount = tally.tests.length - testTexts.length;
  const models = profile.models.map(({ name, distance }) => `${name} ${formatPercent(distance)} points from people`);
  return [
    `The tests of this plan were run on ${formatNumberOf(studies, "simulated study", "simulated studies")} (seed “${seed}”): accuracy of one person ${formatShare(profile.accuracy)}, standard deviations of stories ${profile.storySd}, items ${profile.itemSd} and people ${profile.personSd} logits, drop-out ${formatShare(profile.dropOut)}${models.length > 0 ? `, ${models.join(", ")}` : ""}.`,
    `Significant in a share of the studies (95% Monte Carlo limits): ${testTexts.join("; ")}${omittedCount > 0 ? `; and ${omittedCount} more tests` : ""}.`,
    `At least one test with a true null hypothesis was significant in ${rate({ rejected: tally.falseRejections, tested: studies } as TestTally)} of the studies (planned level of the family: ${plan.family.alpha}). SHA-256 of design and plan: ${design}.`,
  ].join(" ");
}

const maxTestsInText = 12;

function rateCell(hits: number, n: number, reason: string): ViewCell {
  return estimate(n === 0 ? { value: null, low: null, high: null, n, reason } : wilsonShare(hits, n));
}

function widthCell({ intervals, widthSum }: Pick<TestTally, "intervals" | "widthSum">): ViewCell {
  const value = intervals === 0 ? null : widthSum / intervals;
  const reason = value === null ? "No study gave an interval." : "The mean over the simulated studies.";
  return estimate({ value, low: null, high: null, n: intervals, reason });
}

function truthCell({ truth }: TestTally, studies: number): ViewCell {
  const reason = truth === null ? "This test has no difference in points." : "Follows from the profile.";
  return estimate({ value: truth, low: null, high: null, n: studies, reason }, "points");
}

function biasCell({ estimated, errorSum, errorSquares }: TestTally): ViewCell {
  const bias = errorSum / estimated;
  const variance = Math.max(0, errorSquares / estimated - bias ** 2);
  const error = estimated > 1 ? Math.sqrt(variance / (estimated - 1)) : 0;
  const isKnown = error > 0;
  return estimate(
    {
      value: bias,
      low: isKnown ? bias - z95 * error : null,
      high: isKnown ? bias + z95 * error : null,
      n: estimated,
      reason: isKnown ? null : "A Monte Carlo error requires at least two studies that differ.",
    },
    "points",
  );
}
