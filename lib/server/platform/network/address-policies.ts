import * as z from "zod";
import { kindOfAddress } from "@/lib/domain/network/address.ts";
import { type EndpointPolicy, findAddressProblem, policyForServer } from "@/lib/domain/network/endpoint-policy.ts";
import { isThisMachine } from "@/lib/domain/network/own-origin.ts";
import { environment } from "../environment.ts";
import { getSetting } from "../settings/setting.ts";

export const localServersKey = "local-model-servers";

/** The local model servers that an admin has listed, as `host:port`. */
export async function readLocalServers(): Promise<string[]> {
  return (await getSetting(localServersKey, z.array(z.string()))) ?? [];
}

/**
 * The policy for the addresses of a user's models: public addresses, and the local servers that an admin has listed.
 * `PARALLAX_PRIVATE_ENDPOINTS` replaces the list.
 *
 * @param isOfAdmin whether an admin entered the address
 */
export async function modelAddressPolicy(isOfAdmin: boolean): Promise<EndpointPolicy> {
  if (environment().privateEndpoints !== null) return deliveryAddressPolicy(isOfAdmin);
  return { localServers: await readLocalServers() };
}

/**
 * The policy for the addresses to which events and deposits are sent; users must not be able to probe this machine's
 * network.
 */
export function deliveryAddressPolicy(isOfAdmin: boolean): EndpointPolicy {
  return isOfAdmin && environment().privateEndpoints === "allow" ? "network" : "public";
}

/** The reason why an address for events or deposits is rejected, with the remedy; null for an allowed address. */
export function deliveryAddressProblem(address: string, isOfAdmin: boolean): string | null {
  const reason = addressProblem(address, deliveryAddressPolicy(isOfAdmin));
  if (reason === null) return null;
  const isLocal = addressProblem(address, "network") === null;
  if (!isLocal || environment().privateEndpoints === "refuse") return `The address ${reason}.`;
  if (environment().privateEndpoints === "allow")
    return `The address ${reason}. Only an admin of the project can enter it.`;
  return `The address ${reason}. The operator can allow such addresses with PARALLAX_PRIVATE_ENDPOINTS=allow.`;
}

/**
 * The reason why an address is rejected before any request; null for an allowed one. Host names are checked again for
 * each connection.
 */
function addressProblem(address: string, reach: EndpointPolicy): string | null {
  const url = new URL(address);
  const policy = policyForServer(reach, url);
  if (kindOfAddress(url.hostname) !== null) return findAddressProblem(url.hostname, policy);
  return isThisMachine(url.hostname) ? findAddressProblem("127.0.0.1", policy) : null;
}

/** The reason why a model at this address is rejected, with the remedy; null for an allowed address. */
export async function modelAddressProblem(address: string, isOfAdmin: boolean): Promise<string | null> {
  const reason = addressProblem(address, await modelAddressPolicy(isOfAdmin));
  if (reason === null) return null;
  if (addressProblem(address, "network") !== null) return `The address ${reason}.`;
  const { privateEndpoints } = environment();
  if (privateEndpoints === null)
    return `The address ${reason}. An admin can list its server under /research/admin/settings.`;
  if (privateEndpoints === "allow") return `The address ${reason}. Only an admin of the project can enter it.`;
  return `The address ${reason}. PARALLAX_PRIVATE_ENDPOINTS blocks such servers on this installation.`;
}
