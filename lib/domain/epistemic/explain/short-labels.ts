/**
 * Returns a unique label of one to three characters for each name: the first letter if that is unique, else the first
 * two letters, else the first letter and a number.
 */
export function createShortLabels(names: readonly string[]): string[] {
  const firstLetters = (name: string, length: number) => [...name].slice(0, length).join("");
  return names.map((name, index) => {
    for (const length of [1, 2]) {
      const label = firstLetters(name, length);
      if (names.every((other, otherIndex) => otherIndex === index || firstLetters(other, length) !== label))
        return label;
    }
    return `${firstLetters(name, 1)}${index + 1}`;
  });
}
