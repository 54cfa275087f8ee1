import { MAXIMUM_PERSONS } from "./problem.ts";
import { namesIn } from "./read-english.ts";
import { numberWord } from "./verbalize.ts";

/**
 * Lists the names of all persons of a text: the given names or, if none are given, the names that the text mentions.
 * Persons that the text only counts ("There are three persons.") are added as "Person 3" and so on.
 */
export function completeNames(premise: string, hypothesis: string, given: readonly string[] = []): string[] {
  const names = given.length > 0 ? [...given] : namesIn(premise, hypothesis);
  const persons = parsePersonCount(premise) ?? names.length;
  for (let number = names.length + 1; number <= persons; number += 1) names.push(`Person ${number}`);
  return names;
}

/** The number of persons that a premise states; null if it does not begin with such a statement. */
export function parsePersonCount(premise: string): number | null {
  const word = /^There are ([a-z]+|\d+) persons\./.exec(premise)?.[1];
  if (word === undefined) return null;
  for (let persons = 0; persons <= MAXIMUM_PERSONS; persons += 1) {
    if (numberWord(persons) === word) return persons;
  }
  return null;
}
