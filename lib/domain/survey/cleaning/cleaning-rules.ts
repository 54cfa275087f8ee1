import * as z from "zod";

/** The rules by which answers are flagged. The names are used in plans, addresses and exports. */
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

/**
 * What happens with an answer that a rule flags: excluded at the data lock, by the rule alone, or reviewed by two
 * raters.
 */
export const cleaningActions = ["exclude", "review"] as const;

/** The share of unflagged answers that a review contains, so that raters do not know which answers are flagged. */
export const sampleShare = 0.05;

/** Minimum number of words of an explanation that is compared with others; shorter ones are often equal by chance. */
export const minComparedWords = 6;

/** Minimum number of characters of an explanation for which a share of pasted characters is computed. */
export const minPastedCharacters = 20;

interface CleaningRuleText {
  label: string;
  /** The condition under which an answer is flagged, with the unit of the limit. */
  condition: string;
  unit: string;
  /** Proposed limit, and the range of valid ones. */
  initial: number;
  least: number;
  most: number;
  isWhole?: true;
  /** Cases in which the rule does not apply or can fail, so that the absence of a flag means nothing. */
  silent: string;
}

export const cleaningRuleTexts: Readonly<Record<CleaningRuleName, CleaningRuleText>> = {
  "response-time": {
    label: "Response time",
    condition: "The answer arrived sooner after its question than this number of seconds, by the server’s clock.",
    unit: "seconds",
    initial: 1.5,
    least: 0.1,
    most: 600,
    silent:
      "Always applies. The time includes the network, and reading the story where story and question share a screen: a slow connection or a screen reader only makes it longer.",
  },
  dwell: {
    label: "Reading time",
    condition: "The story was visible for less than this number of seconds before its question.",
    unit: "seconds",
    initial: 8,
    least: 0.1,
    most: 3_600,
    silent:
      "Where the story has no screen of its own. Without a script, the time is that of the server. The rule does not know whether a visible story was read; a screen reader can continue after the screen has changed.",
  },
  "straight-lining": {
    label: "Straight-lining",
    condition: "The answer belongs to a run of at least this number of equal answers of one person.",
    unit: "equal answers in a row",
    initial: 10,
    least: 3,
    most: 500,
    isWhole: true,
    silent:
      "For people with fewer answers than the limit, and for answers that are no choice. Equal answers can be right: the limit must exceed the longest run of equal keys.",
  },
  gibberish: {
    label: "Gibberish",
    condition: "At least this percentage of the explanation’s words are unpronounceable or a run of adjacent keys.",
    unit: "% of words",
    initial: 50,
    least: 1,
    most: 100,
    silent:
      "For explanations without a word of at least four Latin letters: other scripts, numbers, very short texts. Real words in a wrong order are not found.",
  },
  "copied-own": {
    label: "Same explanation, same person",
    condition:
      "The word pairs of the explanation are at least this percentage equal to another one of the same person.",
    unit: "% equal word pairs",
    initial: 90,
    least: 50,
    most: 100,
    silent: `For explanations of fewer than ${minComparedWords} words, and for scripts without spaces between words. Text from dictation and phone keyboards is compared as any other.`,
  },
  "copied-other": {
    label: "Same explanation, other person",
    condition: "The word pairs of the explanation are at least this percentage equal to one of another person.",
    unit: "% equal word pairs",
    initial: 90,
    least: 50,
    most: 100,
    silent: `For explanations of fewer than ${minComparedWords} words, and for scripts without spaces between words. Different words with the same meaning are not found.`,
  },
  pasted: {
    label: "Pasted without typing",
    condition: `At least this percentage of the explanation’s characters were pasted or dropped (${minPastedCharacters} characters at least).`,
    unit: "% of characters",
    initial: 80,
    least: 1,
    most: 100,
    silent:
      "Without a script, and after a reload restored a draft. Text from input methods (IME), phone keyboards with their suggestions and clipboard, dictation and screen readers counts as typed, so that it causes no flag.",
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
      "Without a script, and after a reload restored a draft. A program that controls the whole browser, or posts the form without one, is not found. Input methods (IME), phone keyboards, dictation and screen readers cause trusted entries; some browser extensions that correct text do not, and are flagged.",
  },
  "left-page": {
    label: "Left the page",
    condition: "The page of the question was hidden for at least this number of seconds before the answer.",
    unit: "seconds hidden",
    initial: 5,
    least: 0.1,
    most: 3_600,
    silent:
      "Without a script. A second device or window beside the page is not seen. On a phone, a call, a message and the screen lock hide the page as well.",
  },
  "failed-checks": {
    label: "Failed checks",
    condition: "The person failed at least this number of flagging checks and practice items.",
    unit: "failed checks",
    initial: 1,
    least: 1,
    most: 50,
    isWhole: true,
    silent: "Where the study has no flagging check, and for people who did not reach one.",
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
  .refine((rules) => new Set(rules.map(({ rule }) => rule)).size === rules.length, "Each rule can be named once.");

/** The beginning of the rule in each exclusion by the cleaning rules of a plan. */
export const cleaningRulePrefix = "exclusions.cleaning.";

/** A rule as stated in each exclusion that it causes. */
export function cleaningRuleText({ rule, limit }: Pick<PlannedCleaningRule, "rule" | "limit">): string {
  return `${cleaningRulePrefix}${rule}: ${limit}`;
}

/** A rule for readers of a plan: "Response time (1.5 seconds): excluded at the data lock". */
export function describeCleaningRule({ rule, limit, action }: PlannedCleaningRule): string {
  const { label, unit } = cleaningRuleTexts[rule];
  const what = action === "exclude" ? "excluded at the data lock" : "reviewed by two raters";
  return `${label} (${limit} ${unit}): ${what}`;
}
