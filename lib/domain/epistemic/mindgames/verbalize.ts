import { capitalize } from "../../format/capitalize.ts";
import type { Premise, Problem, Quantifier, Setup, Statement } from "./problem.ts";

/** The predicates of the setups. `negated` is used only for named persons. */
export const predicates: Readonly<Record<Setup, { positive: string; negated: string }>> = {
  forehead: { positive: "'s forehead is muddy", negated: "'s forehead is not muddy" },
  forehead_mirror: { positive: "'s forehead is muddy", negated: "'s forehead is not muddy" },
  internal: { positive: " is thirsty", negated: " is not thirsty" },
  explicit: { positive: " picked a red card", negated: " picked a black card" },
};

/** The fixed sentences of a premise, and the beginning of an announcement. */
export const sentences = {
  visible: "Everyone is visible to others.",
  mirror: "There is a mirror in the room.",
  cards: "Each person draws a card, face unrevealed (red or black).",
  announced: "It is publicly announced that ",
} as const;

const smallNumbers = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen twenty"
).split(" ");

/** A number of persons as a word; above twenty as digits. */
export function numberWord(count: number): string {
  return smallNumbers[count] ?? String(count);
}

/** The premise in the English of the released data, byte for byte. */
export function premiseText({ setup, names, sees, announcements }: Premise): string {
  const cardSentences = names.flatMap((receiver, seer) =>
    names.flatMap((owner, seen) => (sees[seer]?.[seen] ? [`${owner}'s card is shown to ${receiver}.`] : [])),
  );
  return [
    `There are ${numberWord(names.length)} persons.`,
    sentences.visible,
    ...(setup === "forehead_mirror" ? [sentences.mirror] : []),
    ...(setup === "explicit" ? [sentences.cards, ...cardSentences] : []),
    ...announcements.map(
      (statement) => `${sentences.announced}${verbalizeStatement(statement, setup, names, announcedVerbs)}.`,
    ),
  ].join(" ");
}

/** The hypothesis in the English of the released data, where only the outer verb has "now". */
export function hypothesisText({ setup, names, hypothesis }: Pick<Problem, "setup" | "names" | "hypothesis">): string {
  const text = verbalizeStatement(hypothesis, setup, names, outerVerbs);
  return `${capitalize(text)}.`;
}

/** A statement as it would be announced, without the full stop: "Ann does not know whether Bob is thirsty". */
export function statementText(statement: Statement, { setup, names }: Pick<Premise, "setup" | "names">): string {
  return verbalizeStatement(statement, setup, names, announcedVerbs);
}

/** The forms of "know" at one nesting level, and the forms at the next level. */
export interface Verbs {
  positive: string;
  negated: string;
  inner: Verbs;
}

export const announcedVerbs: Verbs = createVerbs({ positive: "knows", negated: "does not know" });
const innerVerbs: Verbs = createVerbs({ positive: "can know", negated: "cannot know" });
/** "can now know" is the released form. The released data never negate a hypothesis; the paper does ("cannot know"). */
export const outerVerbs: Verbs = { positive: "can now know", negated: "cannot now know", inner: innerVerbs };

function createVerbs(forms: { positive: string; negated: string }): Verbs {
  const verbs = { ...forms } as Verbs;
  verbs.inner = verbs;
  return verbs;
}

function verbalizeStatement(statement: Statement, setup: Setup, names: readonly string[], verbs: Verbs): string {
  if (statement.kind === "knows") {
    const { person, mode, negated, of } = statement;
    const conjunction = mode === "that" ? "that" : chooseWhether(of);
    const verb = negated ? verbs.negated : verbs.positive;
    return `${names[person]} ${verb} ${conjunction} ${verbalizeStatement(of, setup, names, verbs.inner)}`;
  }
  const { subject, negated } = statement;
  const predicate = predicates[setup][negated ? "negated" : "positive"];
  return `${typeof subject === "number" ? names[subject] : subject}${predicate}`;
}

const subjectsWithOrNot: readonly (number | Quantifier)[] = ["everyone", "nobody"];

function chooseWhether(statement: Statement): string {
  return statement.kind === "fact" && subjectsWithOrNot.includes(statement.subject) ? "whether or not" : "whether";
}
