import { type AddressKind, kindOfAddress } from "./address.ts";

/**
 * Which addresses the server may call, depending on who configured them.
 *
 * - `any`: the operator set the address in the environment; every address is allowed.
 * - `network`: a user entered it on a screen, and the operator allows addresses of this machine and its networks.
 * - `public`: a user entered it on a screen; only public internet addresses.
 * - `localServers`: as `public`, and the listed servers may be on this machine or in its networks.
 */
export type EndpointPolicy = AddressPolicy | { localServers: readonly string[] };

/** The policy for one server. */
export type AddressPolicy = "any" | "network" | "public";

const allowedKinds: Record<AddressPolicy, readonly AddressKind[]> = {
  any: ["public", "private", "loopback", "link-local", "metadata", "reserved"],
  network: ["public", "private", "loopback"],
  public: ["public"],
};

/** The maximum number of servers in the list of an installation. */
export const maxLocalServers = 50;

/** The policy for requests to one server. */
export function policyForServer(policy: EndpointPolicy, url: URL): AddressPolicy {
  if (typeof policy === "string") return policy;
  return policy.localServers.includes(formatHostAndPort(url)) ? "network" : "public";
}

/** A server in the notation of the list: `localhost:11434`, `[::1]:8000`, `example.org:443`. */
export function formatHostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}

/**
 * Parses a list of servers with one `host:port` per line. Empty lines and duplicates are ignored.
 *
 * @returns the servers in canonical form, or the first problem
 */
export function parseLocalServers(text: string): { servers: string[] } | { problem: string } {
  const servers = new Set<string>();
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line === "") continue;
    const url = /^(?:[\w.-]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/.test(line) ? URL.parse(`http://${line}`) : null;
    if (!url) return { problem: `“${line}” is not of the form host:port, such as localhost:11434.` };
    const kind = kindOfAddress(url.hostname);
    if (kind === "link-local" || kind === "metadata" || kind === "reserved")
      return { problem: `${line} ${findAddressProblem(url.hostname, "network")}.` };
    servers.add(formatHostAndPort(url));
  }
  if (servers.size > maxLocalServers) return { problem: `At most ${maxLocalServers} servers can be listed.` };
  return { servers: [...servers] };
}

/**
 * Why an address must not be called; null if it may be called. Unless the operator configured them, link-local and
 * metadata addresses are blocked, because cloud providers offer the machine's credentials there.
 */
export function findAddressProblem(address: string, policy: AddressPolicy): string | null {
  const kind = kindOfAddress(address);
  if (kind === null) return "is not an address";
  if (allowedKinds[policy].includes(kind)) return null;
  switch (kind) {
    case "private":
    case "loopback":
      return "belongs to this server's own network";
    case "link-local":
    case "metadata":
      return "is an address at which machines get their own credentials; it is never called";
    default:
      return "is not an address of the open internet";
  }
}
