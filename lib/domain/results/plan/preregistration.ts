import { formatCount, formatShare, formatStatistic } from "../../format/figures.ts";
import { textOfSelection } from "../../items/item-selection.ts";
import { groupSequentialBoundaries } from "../../statistics/sequential/group-sequential-boundaries.ts";
import { describeCleaningRule } from "../../survey/cleaning/cleaning-rules.ts";
import { sortInterimAnalyses } from "../interim/interim-analyses.ts";
import { type AnalysisPlan, formatModels } from "./analysis-plan.ts";
import type { FrozenProtocol } from "./frozen-protocol.ts";
import { defaultComparatorText, formatComparator, noConfirmatoryTestsText, planWords } from "./plan-words.ts";
import { formatTest } from "./test-line.ts";

/** Facts of a study that a preregistration states in addition to its frozen document. */
export interface PreregistrationFacts {
  hash: string;
  frozenAt: string;
  /** The external registration of the protocol; empty: none. */
  registration: string;
  /** Whether the plan was saved; otherwise it is the default plan, and no result of the study is planned. */
  isSaved: boolean;
  /** Whether answers had been collected when the document was frozen. */
  hasData: boolean;
  sessions: number;
}

/** The nine questions of AsPredicted, answered from the frozen document. */
export function asPredictedText(document: FrozenProtocol, facts: PreregistrationFacts): string {
  const { plan } = document;
  return formatSections(`${document.study.name}: preregistration (AsPredicted)`, [
    ["1) Have any data been collected for this study already?", dataSentence(facts)],
    ["2) What is the main question being asked or hypothesis being tested?", formatHypotheses(plan, facts)],
    ["3) Key dependent variable(s) and how they are measured", formatOutcomeSection(plan)],
    ["4) How many and which conditions will participants be assigned to?", formatConditions(document)],
    ["5) Exactly which analyses will be conducted?", formatAnalyses(plan, facts)],
    ["6) How are outliers and exclusions defined?", formatExclusions(plan)],
    ["7) How many observations, or what determines the sample size?", formatSampleSize(document, facts)],
    ["8) Anything else?", plan.exploratory || "All analyses that are not named above are exploratory."],
    [
      "9) Name and type of study",
      `${document.study.name}. Human baseline of a benchmark for language models (${document.study.stage}).`,
    ],
    ["Record", formatRecord(facts)],
  ]);
}

/** The headings of the OSF standard preregistration, answered from the frozen document. */
export function osfText(document: FrozenProtocol, facts: PreregistrationFacts): string {
  const { plan, design } = document;
  const factors = design.factors.map(({ name, levels }) => `${name} (${levels.join(", ")})`).join("; ");
  return formatSections(`${document.study.name}: preregistration (OSF)`, [
    ["Study information", `${document.study.name}. ${formatHypotheses(plan, facts)}`],
    [
      "Study type and design",
      `Experiment with people, compared with language models on the same items. ${formatConditions(document)}`,
    ],
    ["Blinding", "Participants do not learn their condition, the right answers, or that others saw other conditions."],
    [
      "Randomisation",
      `Slots are generated beforehand from the seed "${design.seed}" and assigned one at a time; the log of assignments is append-only.`,
    ],
    ["Existing data", dataSentence(facts)],
    ["Sample size, its rationale and the stopping rule", formatSampleSize(document, facts)],
    ["Manipulated variables", factors || "None."],
    ["Measured variables", formatOutcomeSection(plan)],
    ["Statistical models and inference criteria", formatAnalyses(plan, facts)],
    ["Data exclusion and missing data", formatExclusions(plan)],
    ["Exploratory analysis", plan.exploratory || "All analyses that are not named above are exploratory."],
    ["Other", formatRecord(facts)],
  ]);
}

function formatSections(title: string, parts: readonly (readonly [string, string])[]): string {
  return `# ${title}\n\n${parts.map(([heading, text]) => `## ${heading}\n\n${text}`).join("\n\n")}\n`;
}

function dataSentence({ hasData, frozenAt }: PreregistrationFacts): string {
  return hasData
    ? `Yes: answers had been collected when this was frozen on ${frozenAt}.`
    : `No. Frozen on ${frozenAt}.`;
}

function formatHypotheses({ family }: AnalysisPlan, { isSaved }: PreregistrationFacts): string {
  if (!isSaved) return "No hypothesis is stated, because no analysis plan is saved.";
  const statedHypotheses = family.tests.map(({ hypothesis }) => hypothesis).filter(Boolean);
  return statedHypotheses.length > 0
    ? statedHypotheses.join(" ")
    : `Questions: ${family.tests.map(formatTest).join("; ")}.`;
}

function formatOutcomeSection({ outcome: { measure, answer, items }, ties, unparsed }: AnalysisPlan): string {
  const measureText =
    measure === "share-of-answer" ? `the share of the answer "${answer}"` : planWords.measure[measure];
  const outcomeText = items ? `${measureText}, of the items with ${textOfSelection(items)}` : measureText;
  return `${outcomeText}, per item and condition. A tied majority counts as ${planWords.ties[ties]}; a model's text without an answer counts as ${planWords.unparsed[unparsed]}.`;
}

function formatConditions({ design }: FrozenProtocol): string {
  if (design.factors.length === 0) return "One condition.";
  const factorTexts = design.factors.map(({ name, levels }) => {
    const varies = design.composition?.varies[name] ?? "between";
    return `${name}: ${levels.join(" or ")} (varies ${varies} people)`;
  });
  return `${factorTexts.join("; ")}. Each session has ${design.itemsPerSession} item(s).`;
}

function formatAnalyses(plan: AnalysisPlan, { isSaved }: PreregistrationFacts): string {
  const { comparator, family, margin, marginReason, clusters } = plan;
  const equivalence =
    margin === null
      ? ""
      : ` Differences below ${margin} do not matter (two one-sided tests)${marginReason ? `: ${marginReason}` : "."}`;
  const secondary = family.tests.some(({ role }) => role === "secondary")
    ? " (primary tests together; secondary tests together, and only if every primary test is significant)"
    : "";
  const tests = isSaved
    ? `${family.tests.map(formatTest).join("; ")}, corrected by ${planWords.method[family.method]} at ${family.alpha}${secondary}`
    : noConfirmatoryTestsText;
  return `Comparator: ${isSaved ? formatComparator(comparator) : defaultComparatorText}. Models: ${formatModels(plan)}. Confirmatory tests: ${tests}. Clusters: ${clusters.map((one) => planWords.clusters[one]).join(", ")}.${equivalence}`;
}

function formatExclusions({
  exclusions: { openStratum, surplus, excluded, mismatched, rules, missedChecks, cleaning = [] },
}: AnalysisPlan): string {
  const formatInclusion = (is: boolean) => (is ? "enter" : "do not enter");
  const rulesText = rules.length > 0 ? ` Answers are excluded by these rules: ${rules.join(" ")}` : "";
  const checks = missedChecks
    ? ` Answers of people who miss ${missedChecks} or more of the flagging checks are excluded.`
    : "";
  const flags =
    cleaning.length > 0
      ? ` Answers are flagged by rules with fixed limits: ${cleaning.map(describeCleaningRule).join("; ")}. Raters see neither the given answer nor its condition.`
      : "";
  return `People outside the quotas ${formatInclusion(openStratum)}; surplus sessions ${formatInclusion(surplus)}; manually excluded answers ${formatInclusion(excluded)}; items shown differently to people and models ${formatInclusion(mismatched)}.${rulesText}${checks}${flags}`;
}

function formatSampleSize({ plan, items }: FrozenProtocol, { sessions }: PreregistrationFacts): string {
  const rule = {
    full: "Collection stops when every slot is complete.",
    date: `Collection stops on ${plan.stopping.date}.`,
    look: "Collection may stop at an interim analysis.",
  }[plan.stopping.rule];
  return `${formatCount(sessions)} sessions over ${formatCount(items.length)} items. ${[rule, interimPlanText(plan), plan.stopping.text, plan.simulation].filter(Boolean).join(" ")}`.trim();
}

/** The declared interim analyses and how they are carried out; empty if there are none. */
function interimPlanText({ stopping, family: { alpha } }: AnalysisPlan): string {
  const looks = sortInterimAnalyses(stopping.looks);
  if (looks.length === 0) return "";
  const fractions = [...looks.map(({ share }) => share), 1];
  const levels = groupSequentialBoundaries(fractions, alpha).looks.map(({ pNominal }) => formatStatistic(pNominal));
  const lookTexts = looks.map(
    ({ share, alpha: most }) =>
      `${formatShare(share)} of the planned answers${most === undefined ? "" : ` (all tests together at most ${most})`}`,
  );
  return `Interim analyses are declared at ${lookTexts.join(", ")}. Each is carried out at most once, at the actual share of the planned answers; one that is skipped spends no level. Each of m primary tests gets ${alpha}/m, spent by the O’Brien-Fleming function (Lan and DeMets 1983); one-sided tests use half of the nominal level for twice that. With one two-sided test and analyses at exactly these shares, the nominal levels are ${levels.join(", ")}, the last at the end. Secondary tests wait for the end. Between interim analyses nothing is tested.`;
}

function formatRecord({ hash, registration }: PreregistrationFacts): string {
  const where = registration ? `Registered at ${registration}.` : "Frozen by its owner.";
  return `${where} SHA-256 of the machine-readable protocol: ${hash}.`;
}
