import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";
import { fingerprint } from "./fingerprint.ts";

/**
 * A source of randomness. Functions receive it as a parameter, so that the same seed gives the same result everywhere.
 */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from 0 to `bound - 1`. */
  below(bound: number): number;
}

/**
 * Creates a reproducible source from a seed: the Mersenne Twister, seeded with the SHA-256 of the text. Equal seeds
 * give equal sequences on every machine. Not for secrets.
 */
export function seededRandom(seed: string | number): Random {
  const generator = mersenne(Number.parseInt(fingerprint(String(seed)).slice(0, 8), 16) | 0);
  return {
    next: () => uniformFloat64(generator),
    below: (bound) => {
      if (!Number.isInteger(bound) || bound < 1)
        throw new RangeError(`below needs a whole bound of at least 1, not ${bound}`);
      return uniformInt(generator, 0, bound - 1);
    },
  };
}

/** Returns a new list with the same members in a uniformly drawn order (Fisher and Yates). */
export function shuffle<Member>(members: readonly Member[], random: Random): Member[] {
  const result = [...members];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [result[last], result[other]] = [result[other] as Member, result[last] as Member];
  }
  return result;
}

/** Draws a member uniformly; throws for an empty list. */
export function drawOne<Member>(members: readonly Member[], random: Random): Member {
  return members[random.below(members.length)] as Member;
}
