import { type Random, shuffle } from "../../../random.ts";
import { MAXIMUM_PERSONS } from "../problem.ts";

/**
 * Given names, half of them women's and half men's. No name is a prefix of another, so that texts can be parsed without
 * word boundaries. No name is an English word that the texts use.
 */
export const womensNames =
  "Abigail Agnes Beatrice Bronwyn Camille Clara Daphne Dolores Edith Eleanor Fatima Frances Greta Harriet Helga Imogen Ingrid Jasmine Josephine Keiko Kirsten Leonie Lydia Matilda Miriam Nadia Noemi Olivia Ottilie Paloma Priya Ramona Rosalind Saskia Sylvia Tamara Thea Ursula Valentina Viola Wanda Winona Xenia Yasmin Yvette Zelda Zuzana Amelie Bettina Cordelia".split(
    " ",
  );
export const mensNames =
  "Anton Arthur Bernard Boris Callum Cedric Desmond Dmitri Edgar Elias Felix Fergus Gregory Gustav Hamish Hector Igor Ivan Jerome Julian Kenneth Kofi Leonard Lorenzo Malcolm Marcus Nathan Norbert Orlando Oscar Pascal Philip Quentin Raymond Rupert Simon Stefan Theodore Tobias Ulrich Victor Vincent Walter Wesley Xavier Yannick Yusuf Zachary Zoltan Benedict".split(
    " ",
  );

/**
 * Draws different names in random order, half of them women's. With an odd count, the extra name is a woman's or a
 * man's with equal probability.
 */
export function drawNames(count: number, random: Random): string[] {
  if (count > MAXIMUM_PERSONS)
    throw new RangeError(`names are drawn for at most ${MAXIMUM_PERSONS} persons, not ${count}`);
  const women = count % 2 === 0 ? count / 2 : Math.floor(count / 2) + random.below(2);
  const chosenNames = [
    ...shuffle(womensNames, random).slice(0, women),
    ...shuffle(mensNames, random).slice(0, count - women),
  ];
  return shuffle(chosenNames, random);
}
