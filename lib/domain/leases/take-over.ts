import { type Lease, leaseIsFree } from "./lease.ts";

/** Minutes after the end of a lease for which the copy remains reserved for its holder. */
export const takeOverMinutes = 30;

/**
 * Whether a person may take a copy now. Its holder may resume it as soon as the lease has ended; other people must wait
 * `takeOverMinutes` more. The corresponding database function is `copy_is_free`.
 *
 * @param now milliseconds, as in `holding.availableAt`
 */
export function copyIsFree({ holder, availableAt }: Pick<Lease, "holder" | "availableAt">, who: string, now: number) {
  const keptMs = holder === null || holder === who ? 0 : takeOverMinutes * 60_000;
  return leaseIsFree(availableAt + keptMs, now);
}
