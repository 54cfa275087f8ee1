/**
 * A unique label of one to three characters for each name: the first letter if it is unique, otherwise two letters,
 * otherwise the letter and a number.
 */
export function shortLabels(names: readonly string[]): string[] {
  const beginning = (name: string, length: number) => [...name].slice(0, length).join("");
  return names.map((name, index) => {
    for (const length of [1, 2]) {
      const label = beginning(name, length);
      if (names.every((other, place) => place === index || beginning(other, length) !== label)) return label;
    }
    return `${beginning(name, 1)}${index + 1}`;
  });
}
