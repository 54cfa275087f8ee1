/**
 * Computes a maximum matching of copies and people (augmenting paths, Kuhn 1955). Each person takes at most one copy.
 * Needs copies × edges steps; an item has few copies.
 *
 * @param mayTake for each copy, the people who may take it
 * @returns for each copy, the person matched to it, or null. If no entry is null, every copy can be taken.
 */
export function matchCopies(mayTake: readonly (readonly string[])[]): (string | null)[] {
  const copyOf = new Map<string, number>();
  const tryCopy = (copy: number, tried: Set<string>): boolean => {
    for (const person of mayTake[copy] ?? []) {
      if (tried.has(person)) continue;
      tried.add(person);
      const currentCopy = copyOf.get(person);
      if (currentCopy !== undefined && !tryCopy(currentCopy, tried)) continue;
      copyOf.set(person, copy);
      return true;
    }
    return false;
  };
  for (const copy of mayTake.keys()) tryCopy(copy, new Set());
  const personByCopy: (string | null)[] = mayTake.map(() => null);
  for (const [person, copy] of copyOf) personByCopy[copy] = person;
  return personByCopy;
}
