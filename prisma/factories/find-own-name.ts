import { lookup } from "node:dns/promises";
import { hostname } from "node:os";
import { kindOfAddress } from "../../lib/domain/network/address.ts";

/**
 * A name that does not look like this machine's and resolves to an address of this machine or its network, as a foreign
 * name does after DNS rebinding; null if the machine's name does not resolve to one.
 */
export async function findOwnName(): Promise<string | null> {
  const found = await lookup(hostname()).catch(() => null);
  const kind = found && kindOfAddress(found.address);
  return kind === "loopback" || kind === "private" ? hostname() : null;
}
