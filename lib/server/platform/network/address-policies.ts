import * as z from "zod";
import { kindOfAddress } from "@/lib/domain/network/address.ts";
import { type EndpointPolicy, policyForServer, refuseAddress } from "@/lib/domain/network/endpoint-policy.ts";
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
  if (environment().privateEndpoints !== null) return otherAddressPolicy(isOfAdmin);
  return { localServers: await readLocalServers() };
}

/**
 * The policy for the addresses to which events and deposits are sent; users must not be able to probe this machine's
 * network.
 */
export function otherAddressPolicy(isOfAdmin: boolean): EndpointPolicy {
  return isOfAdmin && environment().privateEndpoints === "allow" ? "network" : "public";
}

/** Why an address for events or deposits is refused, with the remedy. */
export function otherAddressProblem(address: string, isOfAdmin: boolean): string | null {
  const reason = addressProblem(address, otherAddressPolicy(isOfAdmin));
  if (reason === null) return null;
  const isLocal = addressProblem(address, "network") === null;
  if (!isLocal || environment().privateEndpoints === "refuse") return `The address ${reason}.`;
  if (environment().privateEndpoints === "allow")
    return `The address ${reason}. An admin of the project has to enter it.`;
  return `The address ${reason}. The operator can allow such addresses with PARALLAX_PRIVATE_ENDPOINTS=allow.`;
}

/** Why the address is refused before any request; host names are checked again for each connection. */
function addressProblem(address: string, reach: EndpointPolicy): string | null {
  const url = new URL(address);
  const policy = policyForServer(reach, url);
  if (kindOfAddress(url.hostname) !== null) return refuseAddress(url.hostname, policy);
  return isThisMachine(url.hostname) ? refuseAddress("127.0.0.1", policy) : null;
}

/** Why a model at this address is refused, with the remedy. */
export async function modelAddressProblem(address: string, isOfAdmin: boolean): Promise<string | null> {
  const reason = addressProblem(address, await modelAddressPolicy(isOfAdmin));
  if (reason === null) return null;
  if (addressProblem(address, "network") !== null) return `The address ${reason}.`;
  const { privateEndpoints } = environment();
  if (privateEndpoints === null)
    return `The address ${reason}. An admin can list its server under /research/admin/settings.`;
  if (privateEndpoints === "allow") return `The address ${reason}. An admin of the project has to enter it.`;
  return `The address ${reason}, and PARALLAX_PRIVATE_ENDPOINTS refuses such servers on this installation.`;
}
