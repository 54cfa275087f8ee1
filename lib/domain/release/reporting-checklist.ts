import { formatNumberOf } from "../format/figures.ts";
import type { ReleaseDataset } from "./release-dataset.ts";

/** The facts in the study's documents that the checklist needs. */
export interface ChecklistFacts {
  items: number;
  itemsPerSession: number;
  /** Questions whose answers end the session before the items, and other rules of the recruiter. */
  screening: string[];
  /** Titles of pages and items with feedback before the study's items. */
  training: string[];
  /** Titles of pages that check attention or understanding. */
  checks: string[];
  asksReasons: boolean;
  layout: string;
  dwellSeconds: number;
  /** Labels of the questions about the person. */
  questions: string[];
  plan: {
    /** Confirmatory tests, and their correction. */
    tests: string[];
    correction: string;
    comparator: string;
    exclusionRules: string[];
    simulation: string | null;
    /** Number of times that protocol and plan were frozen; every time after the first is an amendment. */
    freezes: number;
    registration: string;
  } | null;
}

/** An item of the checklist: its number, its paraphrased subject, and the answer; null if the authors must answer. */
type ChecklistItem = readonly [number: string, subject: string, answer: string | null];

/**
 * The reporting checklist for human baselines of Wei et al. 2025 (arXiv:2506.13776), by its item numbers. The subjects
 * are reworded, because the licence of the checklist's text excludes commercial use. Answers are derived from the data
 * and the study's documents. Items without such an answer are marked for the authors.
 */
export function reportingChecklist(dataset: ReleaseDataset, study: ChecklistFacts): string {
  const items = [
    ...listEvaluationItems(dataset),
    ...listDesignItems(dataset, study),
    ...listRecruitmentItems(dataset, study),
    ...listExecutionItems(dataset, study),
    ...listAnalysisItems(study),
    ...listDocumentationItems(dataset, study),
  ];
  const open = items.filter(([, , answer]) => answer === null).length;
  return [
    "# Reporting checklist",
    "Item numbers of the checklist for human baselines of Wei et al. 2025 (arXiv:2506.13776); the subjects are paraphrased.",
    `${items.length - open} of ${items.length} items are answered from the data and the study's documents; the authors answer the others.`,
    [
      "| item | subject | answer |",
      "| --- | --- | --- |",
      ...items.map(
        ([number, subject, answer]) =>
          `| ${number} | ${subject} | ${answer === null ? "*authors*" : escapeTableCell(answer)} |`,
      ),
    ].join("\n"),
    "",
  ].join("\n\n");
}

function listEvaluationItems({ description, facts }: ReleaseDataset): ChecklistItem[] {
  return [
    ["0.1", "title", description.title],
    ["0.2", "link", description.doi ? `https://doi.org/${description.doi}` : (description.url ?? null)],
    ["0.3", "year", description.published.slice(0, 4)],
    ["0.4", "venue", null],
    ["0.5", "kind of evaluation", null],
    ["0.6", "medium", "text"],
    ["0.7", "language", facts.language],
    ["0.8", "items of the dataset", null],
    ["0.9", "items that models answered", "in data/…models…_data.csv, by model"],
    ["0.10", "answers of a model per item", "in data/…models…_data.csv, column repeat"],
  ];
}

function listDesignItems({ description, facts }: ReleaseDataset, study: ChecklistFacts): ChecklistItem[] {
  const { answersPerItem } = facts;
  const { plan } = study;
  return [
    ["1.1", "people", `${facts.started} started, ${facts.completed} completed`],
    ["1.2", "items that people answered", String(study.items)],
    ["1.2.1", "how these items were chosen", null],
    [
      "1.3",
      "counted answers per item",
      answersPerItem && `median ${answersPerItem.median}, from ${answersPerItem.fewest} to ${answersPerItem.most}`,
    ],
    ["1.4", "items per person", String(study.itemsPerSession)],
    ["1.5", "design that favours neither people nor models", null],
    ["1.6", "design in several rounds", plan && plan.freezes > 1 ? `${plan.freezes - 1} amendments` : null],
    [
      "1.7",
      "control of effort",
      `people: reading time of at least ${study.dwellSeconds} s per story; times in the data`,
    ],
    ["1.8", "power analysis", plan?.simulation ?? null],
    ["1.8.1", "smallest effect that can be detected, and power", null],
    [
      "1.9",
      "ethics review",
      description.ethics
        ? `${description.ethics.institution}, ${description.ethics.number}, ${description.ethics.date}`
        : null,
    ],
    ["1.10", "preregistration", registrationOf(plan)],
  ];
}

function registrationOf(plan: ChecklistFacts["plan"]): string | null {
  if (!plan || plan.freezes === 0) return null;
  return plan.registration || "protocol and plan were frozen before the first answer; not registered elsewhere";
}

function listRecruitmentItems({ facts }: ReleaseDataset, study: ChecklistFacts): ChecklistItem[] {
  const { outcomes } = facts;
  return [
    ["2.1", "population for which the results hold", null],
    ["2.1.1", "features that describe it", null],
    ["2.2", "how people were recruited", facts.recruiters.length > 0 ? facts.recruiters.join(", ") : null],
    ["2.3", "selection before the study", yesOrNo(study.screening)],
    ["2.3.1", "criteria of the selection", listOf(study.screening)],
    ["2.3.2", "people whom it excluded", formatNumberOf(outcomes["screened-out"] ?? 0, "session")],
    ["2.4", "authors as participants", null],
    ["2.5", "exclusion of people who knew the items", null],
    ["2.6", "training", yesOrNo(study.training)],
    ["2.6.1", "kind of training", listOf(study.training)],
    ["2.6.2", "whether the training was paid", null],
    ["2.6.2.1", "pay for the training", null],
    ["2.7", "whether people were paid", null],
    ["2.7.1", "pay", null],
    ["2.7.2", "bonus", null],
    ["2.7.2.1", "amount of the bonus", null],
    ["2.7.3", "same pay for everyone", null],
    ["2.7.3.1", "how pay differed", null],
  ];
}

function listExecutionItems({ facts }: ReleaseDataset, study: ChecklistFacts): ChecklistItem[] {
  const rules = [...study.checks, ...(study.plan?.exclusionRules ?? [])];
  return [
    ["3.1", "items in one session", String(study.itemsPerSession)],
    ["3.1.1", "random order", "by the design of the study: documentation/design.json"],
    ["3.2", "checks during the study", yesOrNo(rules)],
    ["3.2.1", "criteria of the checks", listOf(rules)],
    [
      "3.2.2",
      "answers that they excluded",
      `${formatNumberOf(facts.excluded, "answer")}; ${formatNumberOf(facts.outcomes.quality ?? 0, "session")} ended by a check`,
    ],
    ["3.3", "same interface for people and models", "no"],
    ["3.3.1", "people had a graphical interface, models an API", "yes"],
    ["3.3.2", "adjustment for it", `both are given the same stimulus; layout for people: ${study.layout}`],
    ["3.4", "same instructions", "fingerprints of what was shown are in the data"],
    ["3.4.1", "adjustment for other instructions", null],
    ["3.5", "same tools", null],
    ["3.5.1", "how the use of tools was controlled", "changes of the window are counted: focus_losses"],
    ["3.6", "explanations by people", study.asksReasons ? "yes" : "no"],
  ];
}

function listAnalysisItems({ plan }: ChecklistFacts): ChecklistItem[] {
  return [
    ["4.1", "tests between people and models", plan && yesOrNo(plan.tests)],
    ["4.1.1", "which tests", plan && `${listOf(plan.tests) ?? "none"}; correction: ${plan.correction}`],
    ["4.2", "uncertainty", "yes: 95% intervals in results/accuracy.csv"],
    ["4.2.1", "kind of estimate", "points and intervals"],
    ["4.3", "same metric", plan && `models are compared with: ${plan.comparator}`],
    ["4.4", "same criteria of scoring", "yes: one key per item"],
    ["4.5", "same method of scoring", null],
    ["4.6", "results with other exclusions", null],
  ];
}

function listDocumentationItems({ facts }: ReleaseDataset, study: ChecklistFacts): ChecklistItem[] {
  const isOpen = facts.level === "public";
  return [
    ["5.1.1", "who the people were", listOf(study.questions) ?? "no questions about the person"],
    ["5.1.2", "instructions", "yes: documentation/protocol-N.json"],
    ["5.1.3", "time taken", "yes: elapsed_ms and duration_ms"],
    ["5.1.4", "AI tools that people used", null],
    ["5.1.5", "completion", `${facts.completed} of ${facts.started}`],
    ["5.2", "data available", isOpen ? "yes: this release" : `this release is at the level “${facts.level}”`],
    ["5.2.1", "data of single people", "yes: one row for each answer, with the person's code"],
    ["5.2.2", "reason if the data are not available", isOpen ? "available" : null],
    ["5.3", "materials available", "yes: items and documentation/"],
    ["5.4", "analysis code available", "yes: start.py, start.R and Parallax (parallax verify)"],
  ];
}

function listOf(entries: readonly string[]): string | null {
  return entries.length > 0 ? entries.join("; ") : null;
}

function yesOrNo(entries: readonly string[]): string {
  return entries.length > 0 ? "yes" : "no";
}

/** A cell of a Markdown table. */
function escapeTableCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim();
}
