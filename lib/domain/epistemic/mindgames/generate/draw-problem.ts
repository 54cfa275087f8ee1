import { drawOne, type Random } from "../../../random.ts";
import { fixedObservations, type Premise, type Quantifier, type Setup, type Statement } from "../problem.ts";
import type { GeneratorSettings } from "./settings.ts";

/** The parameters of a drawn premise. */
export interface PremiseCell {
  setup: Setup;
  persons: number;
  /** Number of announcements after the first. */
  announcements: number;
}

/** Draws the parameters of a premise for a setup, by the weights in the settings. */
export function drawCell(setup: Setup, settings: GeneratorSettings, random: Random): PremiseCell {
  const persons = drawWeighted(settings.persons, random);
  const announcements =
    settings.announcements === "up to persons"
      ? random.below(persons + 1)
      : drawWeighted(settings.announcements, random);
  return { setup, persons, announcements };
}

/**
 * Draws a premise without names, which may be contradictory. The first announcement always states that the fact is true
 * of someone.
 */
export function drawPremise(cell: PremiseCell, settings: GeneratorSettings, random: Random): Omit<Premise, "names"> {
  const { setup, persons, announcements } = cell;
  const laterAnnouncements = Array.from({ length: announcements }, () => drawAnnouncement(persons, settings, random));
  return {
    setup,
    sees: fixedObservations(setup, persons) ?? drawCardObservations(persons, settings, random),
    announcements: [{ kind: "fact", subject: "someone", negated: false }, ...laterAnnouncements],
  };
}

/** Draws a hypothesis. It never states that a person knows what the same person knows. */
export function drawHypothesis(persons: number, settings: GeneratorSettings, random: Random): Statement {
  const depth = drawWeighted(settings.depths, random);
  const knowers = [random.below(persons)];
  // The previous knower is skipped, so that the next knower is uniform over the other persons.
  for (let level = 1; level <= depth; level += 1) {
    const next = random.below(persons - 1);
    knowers.push(next >= knowers.at(-1)! ? next + 1 : next);
  }
  return knowers.reduceRight<Statement>(
    (of, person) => {
      const negated = random.next() < settings.hypothesisKnowledgeNegation;
      const mode = !negated && random.next() < settings.hypothesisThat ? "that" : "whether";
      return { kind: "knows", person, mode, negated, of };
    },
    drawFact(persons, settings.hypothesisSubjects, settings.hypothesisFactNegation, random),
  );
}

/** A value drawn by its weight. */
export function drawWeighted<Value>(choices: readonly (readonly [Value, number])[], random: Random): Value {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = random.next() * total;
  for (const [value, weight] of choices) {
    rest -= weight;
    if (rest < 0) return value;
  }
  // Rounding errors can leave a small remainder after the last weight.
  return choices.findLast(([, weight]) => weight > 0)![0];
}

function drawAnnouncement(persons: number, settings: GeneratorSettings, random: Random): Statement {
  if (random.next() >= settings.announcedKnowledge) {
    return drawFact(persons, settings.announcedSubjects, settings.announcedFactNegation, random);
  }
  const negated = random.next() < settings.announcedKnowledgeNegation;
  const mode = !negated && random.next() < settings.announcedThat ? "that" : "whether";
  const of = drawFact(persons, settings.knownSubjects, settings.knownFactNegation, random);
  return { kind: "knows", person: random.below(persons), mode, negated, of };
}

function drawFact(persons: number, others: readonly Quantifier[], negation: number, random: Random): Statement {
  const subject = drawOne<number | Quantifier>([...Array(persons).keys(), ...others], random);
  return { kind: "fact", subject, negated: typeof subject === "number" && random.next() < negation };
}

function drawCardObservations(persons: number, settings: GeneratorSettings, random: Random): boolean[][] {
  const showProbability = settings.cardsShown / persons;
  for (;;) {
    const sees = Array.from({ length: persons }, () =>
      Array.from({ length: persons }, () => random.next() < showProbability),
    );
    if (!settings.someCardShown || sees.some((row) => row.includes(true))) return sees;
  }
}
