import type { Random } from "../../random.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import type { CleaningRuleName, PlannedCleaningRule } from "./cleaning-rules.ts";
import type { ScreenProcess } from "./screen-process.ts";

/**
 * The behaviours of scripted participants: several attentive ones, and one for each cleaning rule that should flag it.
 */
export const scriptedBehaviours = {
  desktop: { label: "Attentive, types on a keyboard", rule: null },
  phone: { label: "Attentive, phone keyboard with suggestions", rule: null },
  ime: { label: "Attentive, input method (IME)", rule: null },
  dictation: { label: "Attentive, with dictation or a screen reader", rule: null },
  draft: { label: "Attentive, pastes their own draft", rule: null },
  extension: { label: "Attentive, an extension corrects the text", rule: null },
  interrupted: { label: "Attentive, interrupted by a call", rule: null },
  hurried: { label: "Answers immediately", rule: "response-time" },
  skims: { label: "Leaves the story immediately", rule: "dwell" },
  "straight-liner": { label: "Always gives the first answer", rule: "straight-lining" },
  gibberish: { label: "Types random letters", rule: "gibberish" },
  "copies-own": { label: "Always gives the same explanation", rule: "copied-own" },
  "copies-other": { label: "Gives another person’s explanation", rule: "copied-other" },
  pastes: { label: "Pastes the explanation", rule: "pasted" },
  program: { label: "A program fills in the page", rule: "scripted" },
  leaves: { label: "Leaves the page before the answer", rule: "left-page" },
  "fails-checks": { label: "Fails every check", rule: "failed-checks" },
} as const satisfies Record<string, { label: string; rule: CleaningRuleName | null }>;
export type ScriptedBehaviour = keyof typeof scriptedBehaviours;

/** The attentive behaviours in turn; every second scripted participant is attentive. */
const attentiveMix: readonly ScriptedBehaviour[] = [
  ...["desktop", "phone", "desktop", "ime", "phone", "dictation", "desktop", "draft", "phone", "extension"],
  ...["desktop", "interrupted"],
] as ScriptedBehaviour[];

const carelessOrder = (Object.keys(scriptedBehaviours) as ScriptedBehaviour[]).filter(
  (name) => scriptedBehaviours[name].rule !== null,
);

/** The behaviour of the scripted participant with a number, from 0. */
export function behaviourOf(number: number): ScriptedBehaviour {
  const list = number % 2 === 0 ? attentiveMix : carelessOrder;
  return list[Math.floor(number / 2) % list.length]!;
}

/** What a scripted participant does on an item: times in milliseconds, the explanation, and what a browser reports. */
export interface ScriptedResponse {
  readingMs: number;
  answerMs: number;
  explanation: string;
  process: ScreenProcess;
}

const medians = { answerMs: 6_000, perWordMs: 240 };

/**
 * Draws what a participant with a behaviour does on one item. Attentive people read at a median of 240 ms a word and
 * answer after a median of 6 s, log-normal with a standard deviation of 0.5.
 *
 * @param own the only explanation of this person, for behaviours that repeat an explanation
 */
export function drawScriptedResponse(
  behaviour: ScriptedBehaviour,
  random: Random,
  { words, own }: { words: number; own: string },
): ScriptedResponse {
  const explanation =
    behaviour === "gibberish"
      ? randomLetters(random)
      : behaviour === "copies-other"
        ? "It follows from what the second person in the story was told."
        : behaviour === "copies-own"
          ? own
          : drawExplanation(random);
  const length = explanation.length;
  const noActivity = { pasted: 0, keys: 0, composed: 0, scripted: 0, restored: 0, hidden: 0, hiddenMs: 0 };
  const processes: Partial<Record<ScriptedBehaviour, Partial<ScreenProcess>>> = {
    phone: { keys: 0 },
    ime: { composed: Math.ceil(length / 6), keys: length },
    dictation: { keys: 0 },
    draft: { typed: 0, pasted: length },
    pastes: { typed: 0, pasted: length },
    extension: { scripted: 2 },
    program: { typed: 0, scripted: 2 },
    interrupted: { hidden: 1, hiddenMs: 20_000 },
    leaves: { hidden: 1, hiddenMs: 30_000 },
  };
  return {
    readingMs: behaviour === "skims" ? 900 : Math.round(words * medians.perWordMs * drawLogNormal(random)),
    answerMs:
      behaviour === "hurried" || behaviour === "program" ? 0 : Math.round(medians.answerMs * drawLogNormal(random)),
    explanation,
    process: { ...noActivity, typed: length, keys: Math.round(length * 1.1), ...processes[behaviour] },
  };
}

function drawLogNormal(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return Math.exp(0.5 * normal);
}

const parts = [
  [
    "I think that",
    "It seems that",
    "From the text,",
    "As I read it,",
    "Clearly,",
    "My impression is that",
    "In the end",
  ],
  ["the first person", "she", "the man in the room", "everyone there", "the older one", "nobody else", "the friend"],
  ["had seen", "never heard about", "was told about", "had forgotten", "could not know", "asked for", "guessed"],
  ["the thing that moved", "what happened later", "the plan", "the other opinion", "that detail", "the whole story"],
  [
    "before the door was closed",
    "because of the noise",
    "while the others left",
    "on that evening",
    "by then",
    "at first",
  ],
];

function drawExplanation(random: Random): string {
  return `${parts.map((list) => list[random.below(list.length)]).join(" ")}.`;
}

function randomLetters(random: Random): string {
  const word = () =>
    Array.from({ length: 5 + random.below(5) }, () => String.fromCharCode(97 + random.below(26))).join("");
  return Array.from({ length: 4 + random.below(4) }, word).join(" ");
}

/** A share of people with its interval (Wilson). */
export interface FlagRate {
  flagged: number;
  n: number;
  low: number | null;
  high: number | null;
}

/** How often a rule flags people with the behaviour that it should detect, and attentive people. */
export interface RuleRates {
  rule: PlannedCleaningRule;
  truePositive: FlagRate;
  falsePositive: FlagRate;
  /** The attentive behaviours that the rule flagged. */
  flaggedAttentiveBehaviours: ScriptedBehaviour[];
}

/** The rates of each rule among scripted people. A person counts as flagged if one of their answers is flagged. */
export function ruleRates(
  rules: readonly PlannedCleaningRule[],
  people: readonly { behaviour: ScriptedBehaviour; flags: readonly string[] }[],
): RuleRates[] {
  return rules.map((rule) => {
    const isFlagged = ({ flags }: { flags: readonly string[] }) => flags.includes(rule.rule);
    const targetPeople = people.filter(({ behaviour }) => scriptedBehaviours[behaviour].rule === rule.rule);
    const attentive = people.filter(({ behaviour }) => scriptedBehaviours[behaviour].rule === null);
    return {
      rule,
      truePositive: rateOf(targetPeople.filter(isFlagged).length, targetPeople.length),
      falsePositive: rateOf(attentive.filter(isFlagged).length, attentive.length),
      flaggedAttentiveBehaviours: [...new Set(attentive.filter(isFlagged).map(({ behaviour }) => behaviour))],
    };
  });
}

function rateOf(flagged: number, n: number): FlagRate {
  if (n === 0) return { flagged, n, low: null, high: null };
  const { low, high } = wilsonInterval(flagged, n);
  return { flagged, n, low, high };
}
