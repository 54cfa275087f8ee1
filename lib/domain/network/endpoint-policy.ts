import { type AddressKind, kindOfAddress } from "./address.ts";

/**
 * Which addresses the server may call, depending on who configured them.
 *
 * - `any`: the operator set the address in the environment, which may be any.
 * - `network`: a user entered it on a screen, and the operator allows addresses of this machine and its networks.
 * - `public`: a user entered it on a screen; only public internet addresses.
 */
export type EndpointPolicy = "any" | "network" | "public";

const allowedKinds: Record<EndpointPolicy, readonly AddressKind[]> = {
  any: ["public", "private", "loopback", "link-local", "reserved"],
  network: ["public", "private", "loopback"],
  public: ["public"],
};

/**
 * Why an address must not be called, or null if it may. Link-local addresses are refused except for the operator: cloud
 * providers serve the machine's credentials there.
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
