import { broaderNames } from "./broader-names.ts";
import { namesOverlap, plainName } from "./plain-name.ts";

/** What is known of a fact's two objects. */
export interface FactObjects {
  objectPrior: string;
  objectContext: string;
  /** Further accepted names of the true object, where the file has them. */
  accepted?: readonly string[] | undefined;
}

/** Why the object that an expression claims is true as well. */
export type AlsoTrue = "contextIsAccepted" | "objectsOverlap" | "contextIsBroader";

/**
 * Why the false alternative of a fact contains its truth, so that who believes the one may believe the other: it is an
 * accepted name of the true object, one of the two names stands within the other, or it is a broader name ("Christianity"
 * where "Catholic Church" is true). Such a fact is not scored, is in no new study, and no one is told that the claim was
 * made up.
 *
 * @returns null where the two exclude each other, as far as can be told
 */
export function alsoTrue({ objectPrior, objectContext, accepted = [] }: FactObjects): AlsoTrue | null {
  const claimed = plainName(objectContext);
  const names = [...new Set([objectPrior, ...accepted].map(plainName))].filter((name) => name !== "");
  if (names.includes(claimed)) return "contextIsAccepted";
  if (namesOverlap(objectPrior, objectContext)) return "objectsOverlap";
  return names.some((name) => isWithin(name, claimed, new Set())) ? "contextIsBroader" : null;
}

/** Whether a broader name contains another one, directly or by something that it contains. */
function isWithin(name: string, broader: string, seen: Set<string>): boolean {
  if (seen.has(broader)) return false;
  seen.add(broader);
  const contents = Object.hasOwn(broaderNames, broader) ? (broaderNames[broader] ?? []) : [];
  return contents.some((content) => content === name || isWithin(name, content, seen));
}
