import * as z from "zod";

/** The rules that flag answers. The names are used in plans, addresses and exports. */
export const cleaningRuleNames = [
  "response-time",
  "dwell",
  "straight-lining",
  "gibberish",
  "copied-own",
  "copied-other",
  "pasted",
  "scripted",
  "left-page",
  "failed-checks",
] as const;
export type CleaningRuleName = (typeof cleaningRuleNames)[number];

/** What happens to an answer that a rule flags: it is excluded at the data lock, or reviewed by two raters. */
export const cleaningActions = ["exclude", "review"] as const;

/** The share of unflagged answers that are added to a review, so that raters do not know which answers are flagged. */
export const sampleShare = 0.05;

/**
 * Minimum number of words of an explanation that is compared with others; shorter explanations are often equal by
 * chance.
 */
export const minComparedWords = 6;

/** Minimum number of characters of an explanation for which a share of pasted characters is computed. */
export const minPastedCharacters = 20;

interface CleaningRuleText {
  label: string;
  /** The condition under which an answer is flagged, with the unit of the limit. */
  condition: string;
  unit: string;
  /** Default limit, and the range of valid limits. */
  initial: number;
  least: number;
  most: number;
  isWhole?: true;
  /** Cases in which the rule does not apply or may fail. The absence of a flag then means nothing. */
  silent: string;
}

export const cleaningRuleTexts: Readonly<Record<CleaningRuleName, CleaningRuleText>> = {
  "response-time": {
    label: "Response time",
    condition: "The answer arrived less than this number of seconds after its question, by the server’s clock.",
    unit: "seconds",
    initial: 1.5,
    least: 0.1,
    most: 600,
    silent:
      "Always applies. The time includes the network, and reading the story if it is on the screen of the question. A slow connection or a screen reader can only make it longer.",
  },
  dwell: {
    label: "Reading time",
    condition: "The story was visible for less than this number of seconds before its question.",
    unit: "seconds",
    initial: 8,
    least: 0.1,
    most: 3_600,
    silent:
      "Without a separate screen for the story. If scripts are off, the server measures the time. The rule cannot detect whether a visible story was read; a screen reader can continue after the screen has changed.",
  },
  "straight-lining": {
    label: "Straight-lining",
    condition: "The answer is part of a run of at least this number of equal answers by one person.",
    unit: "equal answers in a row",
    initial: 10,
    least: 3,
    most: 500,
    isWhole: true,
    silent:
      "For people with fewer answers than the limit, and for answers that are not a choice. Equal answers can be right: the limit must exceed the longest run of equal keys.",
  },
  gibberish: {
    label: "Gibberish",
    condition:
      "At least this percentage of the explanation’s words are unpronounceable or contain a run of adjacent keys.",
    unit: "% of words",
    initial: 50,
    least: 1,
    most: 100,
    silent:
      "For explanations without a word of at least four Latin letters: other scripts, numbers, very short texts. Real words in a random order are not detected.",
  },
  "copied-own": {
    label: "Same explanation, same person",
    condition: "At least this percentage of word pairs is equal to those of another explanation by the same person.",
    unit: "% of word pairs",
    initial: 90,
    least: 50,
    most: 100,
    silent: `For explanations of fewer than ${minComparedWords} words, and for scripts without spaces between words. Dictated text and text from phone keyboards is compared like any other text.`,
  },
  "copied-other": {
    label: "Same explanation, other person",
    condition: "At least this percentage of word pairs is equal to those of an explanation by another person.",
    unit: "% of word pairs",
    initial: 90,
    least: 50,
    most: 100,
    silent: `For explanations of fewer than ${minComparedWords} words, and for scripts without spaces between words. Different words with the same meaning are not detected.`,
  },
  pasted: {
    label: "Pasted without typing",
    condition: `At least this percentage of the explanation’s characters was pasted or dropped (at least ${minPastedCharacters} characters).`,
    unit: "% of characters",
    initial: 80,
    least: 1,
    most: 100,
    silent:
      "If scripts are off, and after a reload that restored a draft. Text from input methods (IME), phone keyboards with their suggestions and clipboard, dictation and screen readers counts as typed, so that it causes no flag.",
  },
  scripted: {
    label: "Scripted input",
    condition: "At least this number of entries were made by a program in the page instead of a person.",
    unit: "entries",
    initial: 1,
    least: 1,
    most: 10_000,
    isWhole: true,
    silent:
      "If scripts are off, and after a reload that restored a draft. A program that controls the whole browser, or posts the form without a browser, is not detected. Input methods (IME), phone keyboards, dictation and screen readers cause trusted entries; some browser extensions that correct text do not, and are flagged.",
  },
  "left-page": {
    label: "Left the page",
    condition: "The page of the question was hidden for at least this number of seconds before the answer.",
    unit: "seconds hidden",
    initial: 5,
    least: 0.1,
    most: 3_600,
    silent:
      "If scripts are off. A second device, or a window beside the page, is not detected. On a phone, a call, a message and the screen lock also hide the page.",
  },
  "failed-checks": {
    label: "Failed checks",
    condition: "The person failed at least this number of flagging checks and practice items.",
    unit: "failed checks",
    initial: 1,
    least: 1,
    most: 50,
    isWhole: true,
    silent: "If the study has no flagging check, and for people who did not reach one.",
  },
};

/** A rule of a plan with its fixed limit. */
export const plannedCleaningRuleSchema = z
  .strictObject({
    rule: z.enum(cleaningRuleNames),
    limit: z.number(),
    action: z.enum(cleaningActions),
  })
  .superRefine(({ rule, limit }, context) => {
    const { label, least, most, isWhole } = cleaningRuleTexts[rule];
    if (limit < least || limit > most || (isWhole && !Number.isInteger(limit))) {
      const kind = isWhole ? "a whole number" : "a number";
      context.addIssue({
        code: "custom",
        path: ["limit"],
        message: `${label}: enter ${kind} from ${least} to ${most}.`,
      });
    }
  });
export type PlannedCleaningRule = z.infer<typeof plannedCleaningRuleSchema>;

/** The rules of a plan, at most one of each name. */
export const cleaningPlanSchema = z
  .array(plannedCleaningRuleSchema)
  .max(cleaningRuleNames.length)
  .refine((rules) => new Set(rules.map(({ rule }) => rule)).size === rules.length, "Each rule can occur only once.");

/** The prefix of the rule text in each exclusion by a cleaning rule of a plan. */
export const cleaningRulePrefix = "exclusions.cleaning.";

/** The text of a rule in each exclusion that it causes. */
export function cleaningRuleText({ rule, limit }: Pick<PlannedCleaningRule, "rule" | "limit">): string {
  return `${cleaningRulePrefix}${rule}: ${limit}`;
}

/** A rule for readers of a plan, such as "Response time (1.5 seconds): excluded at the data lock". */
export function describeCleaningRule({ rule, limit, action }: PlannedCleaningRule): string {
  const { label, unit } = cleaningRuleTexts[rule];
  const what = action === "exclude" ? "excluded at the data lock" : "reviewed by two raters";
  return `${label} (${limit} ${unit}): ${what}`;
}
