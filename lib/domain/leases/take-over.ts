import { type Lease, leaseIsFree } from "./lease.ts";

/** How long a copy is reserved for its holder after the end of the lease. */
export const takeOverMinutes = 30;

/**
 * Whether a person may take a copy now. Its holder may resume it as soon as the lease has ended; anyone else only
 * `takeOverMinutes` later. The database function is `copy_is_free`.
 *
 * @param now milliseconds, as in `holding.availableAt`
 */
export function copyIsFree({ holder, availableAt }: Pick<Lease, "holder" | "availableAt">, who: string, now: number) {
  const keptMs = holder === null || holder === who ? 0 : takeOverMinutes * 60_000;
  return leaseIsFree(availableAt + keptMs, now);
}
