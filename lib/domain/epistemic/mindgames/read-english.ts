import { splitSentences } from "../../words/split-sentences.ts";
import {
  fixedObservations,
  MAXIMUM_PERSONS,
  type Problem,
  quantifiers,
  type Setup,
  type Statement,
} from "./problem.ts";
import type { ReadResult } from "./read-formula.ts";
import { announcedVerbs, numberWord, outerVerbs, predicates, sentences, type Verbs } from "./verbalize.ts";

/** The topic of a text's facts. The two forehead setups have the same topic. */
type Topic = "mud" | "thirst" | "cards";

const topics: Readonly<Record<Topic, Setup>> = { mud: "forehead", thirst: "internal", cards: "explicit" };

/** Thrown for a sentence that is not in the English of MindGames. */
class UnreadableSentenceError extends Error {}

/**
 * Parses a problem from its English. The names identify and number the persons; longer names are matched first. An
 * error contains the first sentence that cannot be parsed.
 */
export function readProblem(premise: string, hypothesis: string, names: readonly string[]): ReadResult {
  try {
    return { ok: true, problem: new Reader(names).problem(premise, hypothesis) };
  } catch (problem) {
    if (problem instanceof UnreadableSentenceError) return { ok: false, reason: problem.message };
    throw problem;
  }
}

const nameBeforeVerb =
  /(?<![\p{L}'-])(\p{Lu}[\p{L}'-]*?)(?:'s forehead is|'s card is shown to (\p{Lu}[\p{L}'-]*)| is (?:not )?thirsty| picked a| knows| does not know| can(?:not)? (?:now )?know)\b/gu;

/**
 * Lists the names in a text without a list of persons, in order of appearance: the capitalised words before the verbs
 * and predicates of MindGames. Persons whom the text never names are not found.
 */
export function namesIn(premise: string, hypothesis: string): string[] {
  const names = new Set<string>();
  for (const [, subject, receiver] of `${premise} ${hypothesis}`.matchAll(nameBeforeVerb)) {
    if (subject !== undefined) names.add(subject);
    if (receiver !== undefined) names.add(receiver);
  }
  for (const quantifier of ["Someone", "Everyone", "Nobody"]) names.delete(quantifier);
  return [...names];
}

class Reader {
  private readonly names: readonly string[];
  /** Indices of the persons by length of name, longest first, so that Johnny is not read as John. */
  private readonly byLength: readonly number[];
  private topic: Topic | null = null;

  constructor(names: readonly string[]) {
    if (names.length < 2 || names.length > MAXIMUM_PERSONS) {
      throw new UnreadableSentenceError(`there are ${names.length} names; 2 to ${MAXIMUM_PERSONS} are needed`);
    }
    const invalidName = names.find((name) => name.trim() === "" || name.includes(". "));
    if (invalidName !== undefined) throw new UnreadableSentenceError(`${JSON.stringify(invalidName)} cannot be a name`);
    const repeatedName = names.find((name, index) => names.indexOf(name) !== index);
    if (repeatedName !== undefined) throw new UnreadableSentenceError(`the name ${repeatedName} is given twice`);
    this.names = names;
    this.byLength = names.map((_, person) => person).sort((left, right) => names[right]!.length - names[left]!.length);
  }

  problem(premise: string, hypothesis: string): Problem {
    const persons = this.names.length;
    const [count, visible, ...others] = sentencesOf(premise);
    if (count !== `There are ${numberWord(persons)} persons.`)
      this.refuse(count, `"There are ${numberWord(persons)} persons." should come first`);
    if (visible !== sentences.visible) this.refuse(visible, `"${sentences.visible}" should come second`);
    const hasMirror = others[0] === sentences.mirror;
    if (hasMirror) others.shift();
    const sees = others[0] === sentences.cards ? this.cardsShown(others) : null;
    const announcements = others.map((sentence) => this.announcement(sentence));
    const claim = this.hypothesis(hypothesis);
    if (sees !== null) this.requireTopic("cards", sentences.cards);
    if (hasMirror) this.requireTopic("mud", sentences.mirror);
    const setup = hasMirror ? "forehead_mirror" : topics[this.topic ?? "mud"];
    return {
      setup,
      names: this.names,
      sees: sees ?? fixedObservations(setup, persons) ?? this.refuse(sentences.cards, "the cards are never dealt"),
      announcements,
      hypothesis: claim,
    };
  }

  /** Removes the sentences about cards from the beginning of the list. */
  private cardsShown(rest: string[]): boolean[][] {
    rest.shift();
    const sees = this.names.map(() => this.names.map(() => false));
    while (rest[0]?.includes("'s card is shown to ")) {
      const sentence = rest.shift()!;
      const shownCards = this.names.flatMap((receiver, seer) =>
        this.names.flatMap((owner, seen) =>
          sentence === `${owner}'s card is shown to ${receiver}.` ? [[seer, seen] as const] : [],
        ),
      )[0];
      if (shownCards === undefined) this.refuse(sentence, "it shows a card of or to a stranger");
      sees[shownCards[0]]![shownCards[1]] = true;
    }
    return sees;
  }

  private announcement(sentence: string): Statement {
    if (!sentence.startsWith(sentences.announced) || !sentence.endsWith("."))
      this.refuse(sentence, "it announces nothing");
    const text = sentence.slice(sentences.announced.length, -1);
    return this.statement(text, announcedVerbs) ?? this.refuse(sentence, "what it announces is not understood");
  }

  private hypothesis(sentence: string): Statement {
    const quantifier = quantifiers.find((word) => sentence.toLowerCase().startsWith(word));
    const isNamed = this.byLength.some((person) => sentence.startsWith(this.names[person]!));
    const text =
      quantifier === undefined || isNamed ? sentence : sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
    const statement = text.endsWith(".") ? this.statement(text.slice(0, -1), outerVerbs) : null;
    return statement ?? this.refuse(sentence, "it is no hypothesis that is understood");
  }

  private statement(text: string, verbs: Verbs): Statement | null {
    for (const person of this.byLength) {
      const name = this.names[person]!;
      if (!text.startsWith(name)) continue;
      const statement =
        this.knowing(text.slice(name.length), person, verbs) ?? this.fact(text.slice(name.length), person);
      if (statement !== null) return statement;
    }
    for (const quantifier of quantifiers) {
      if (!text.startsWith(quantifier)) continue;
      const statement = this.fact(text.slice(quantifier.length), quantifier);
      if (statement !== null && !statement.negated) return statement;
    }
    return null;
  }

  private knowing(rest: string, person: number, verbs: Verbs): Statement | null {
    for (const negated of [false, true]) {
      const verb = ` ${negated ? verbs.negated : verbs.positive} `;
      if (!rest.startsWith(verb)) continue;
      const clause = /^(that|whether or not|whether) (.*)$/s.exec(rest.slice(verb.length));
      const of = clause === null ? null : this.statement(clause[2]!, verbs.inner);
      if (of !== null) return { kind: "knows", person, mode: clause![1] === "that" ? "that" : "whether", negated, of };
    }
    return null;
  }

  private fact(rest: string, subject: Extract<Statement, { kind: "fact" }>["subject"]): Statement | null {
    for (const [topic, setup] of Object.entries(topics) as [Topic, Setup][]) {
      const { positive, negated } = predicates[setup];
      if (rest !== positive && rest !== negated) continue;
      this.requireTopic(topic, rest.trim());
      return { kind: "fact", subject, negated: rest === negated };
    }
    return null;
  }

  /** Throws if a problem combines mud, thirst and cards. */
  private requireTopic(topic: Topic, words: string): void {
    if (this.topic !== null && this.topic !== topic) {
      this.refuse(words, `the text is about ${this.topic} and about ${topic}`);
    }
    this.topic = topic;
  }

  private refuse(sentence: string | undefined, why: string): never {
    throw new UnreadableSentenceError(sentence === undefined ? why : `${why}: "${sentence}"`);
  }
}

/** The abbreviation handling is off, because names may be single letters. */
function sentencesOf(text: string): string[] {
  return splitSentences(text, { stopsAlwaysDivide: true }).map((sentence) => sentence.text.trim());
}
