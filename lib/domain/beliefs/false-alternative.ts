import { broaderNames } from "./broader-names.ts";
import { namesOverlap, plainName } from "./plain-name.ts";

/** The names of a fact's two objects. */
export interface FactObjects {
  objectPrior: string;
  objectContext: string;
  /** Further accepted names of the true object, if the file has them. */
  accepted?: readonly string[] | undefined;
}

/** Why the asserted object is also true. */
export type TruthOverlap = "contextIsAccepted" | "objectsOverlap" | "contextIsBroader";

/**
 * Reports how the false alternative of a fact overlaps with the truth, so that a person who believes the truth may also
 * believe the alternative: the alternative is an accepted name of the true object, one name contains the other, or it
 * is a broader name ("Christianity" if "Catholic Church" is true). Such a fact is not scored, not used in new studies
 * and not reported to participants as made up.
 *
 * @returns null if no overlap is known
 */
export function alsoTrue({ objectPrior, objectContext, accepted = [] }: FactObjects): TruthOverlap | null {
  const claimedName = plainName(objectContext);
  const names = [...new Set([objectPrior, ...accepted].map(plainName))].filter((name) => name !== "");
  if (names.includes(claimedName)) return "contextIsAccepted";
  if (namesOverlap(objectPrior, objectContext)) return "objectsOverlap";
  return names.some((name) => isWithin(name, claimedName, new Set())) ? "contextIsBroader" : null;
}

/** Whether a broader name contains another one, directly or through a name that it contains. */
function isWithin(name: string, broader: string, seen: Set<string>): boolean {
  if (seen.has(broader)) return false;
  seen.add(broader);
  const contents = Object.hasOwn(broaderNames, broader) ? (broaderNames[broader] ?? []) : [];
  return contents.some((content) => content === name || isWithin(name, content, seen));
}
