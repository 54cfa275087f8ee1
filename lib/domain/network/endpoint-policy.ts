import { type AddressKind, kindOfAddress } from "./address.ts";

/**
 * Which addresses a server of ours may call on someone's word.
 *
 * - `any`: the operator named the address in the environment, and may name what they like.
 * - `network`: someone named it on a screen, and the operator allows addresses of this machine and its networks.
 * - `public`: someone named it on a screen; only addresses of the open internet.
 */
export type EndpointPolicy = "any" | "network" | "public";

const allowedKinds: Record<EndpointPolicy, readonly AddressKind[]> = {
  any: ["public", "private", "loopback", "link-local", "reserved"],
  network: ["public", "private", "loopback"],
  public: ["public"],
};

/**
 * Why an address must not be called, or null when it may. Link-local addresses are refused to everyone but the
 * operator: on rented machines the keys of the machine itself are served there.
 */
export function refuseAddress(address: string, policy: EndpointPolicy): string | null {
  const kind = kindOfAddress(address);
  if (kind === null) return "is not an address";
  if (allowedKinds[policy].includes(kind)) return null;
  switch (kind) {
    case "private":
    case "loopback":
      return "belongs to this server's own network; the operator can allow such endpoints with PARALLAX_PRIVATE_ENDPOINTS=allow";
    case "link-local":
      return "is link-local, where machines keep their own keys; such endpoints are never called";
    default:
      return "is not an address of the open internet";
  }
}
