import { MAXIMUM_PERSONS } from "./problem.ts";
import { namesIn } from "./read-english.ts";
import { numberWord } from "./verbalize.ts";

/**
 * The names of all persons of a text: those given, or else those that it mentions, and "Person 3" and so on for whom it
 * only counts ("There are three persons."). The order is that of the list, then of mention.
 */
export function completeNames(premise: string, hypothesis: string, given: readonly string[] = []): string[] {
  const names = given.length > 0 ? [...given] : namesIn(premise, hypothesis);
  const persons = countedPersons(premise) ?? names.length;
  for (let number = names.length + 1; number <= persons; number += 1) names.push(`Person ${number}`);
  return names;
}

/** How many persons a premise says there are; null when it does not begin by saying so. */
export function countedPersons(premise: string): number | null {
  const word = /^There are ([a-z]+|\d+) persons\./.exec(premise)?.[1];
  if (word === undefined) return null;
  for (let persons = 0; persons <= MAXIMUM_PERSONS; persons += 1) {
    if (numberWord(persons) === word) return persons;
  }
  return null;
}
