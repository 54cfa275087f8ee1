import ipaddr from "ipaddr.js";

/** A range of addresses: all addresses whose first `bits` bits equal those of `address`. */
export interface NetworkRange {
  address: string;
  bits: number;
}

/** An IPv4 address in its usual notation, or in the IPv4-mapped notation that dual-stack sockets use. */
const plainIPv4 = /^(?:::ffff:)?((?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4})(?<!\.)$/;

/** The type of network to which an address belongs, as relevant for requests from a server. */
export type AddressKind = "public" | "private" | "loopback" | "link-local" | "metadata" | "reserved";

/** Addresses outside the link-local range at which cloud providers offer the credentials of a machine. */
const metadataAddresses = ["100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254"];

/**
 * The range of public IPv6 addresses (RFC 4291). It excludes, for example, IPv4-compatible addresses such as
 * `::7f00:1`.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * The canonical notation of an address. An IPv4 address inside an IPv6 address becomes IPv4. Null for an invalid
 * address.
 */
export function normalizeAddress(text: string): string | null {
  // Fast path for the usual notation, because each request parses several addresses and the library takes ten times as
  // long.
  const plain = plainIPv4.exec(text)?.[1];
  if (plain !== undefined) return plain;
  // Fast path for an empty value, which means that the header was not sent.
  if (text === "") return null;
  // Removes the interface from "fe80::1%eth0", and the brackets of the URL notation from "[::1]".
  const unwrapped = text
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/%[\w.-]+$/, "");
  if (!ipaddr.isValid(unwrapped) || (!unwrapped.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(unwrapped)))
    return null;
  return ipaddr.process(unwrapped).toString();
}

/**
 * Classifies an address. Loopback, private and link-local addresses are this machine or its own network; other special
 * ranges are reserved.
 */
export function kindOfAddress(text: string): AddressKind | null {
  const normal = normalizeAddress(text);
  if (normal === null) return null;
  if (metadataAddresses.includes(normal)) return "metadata";
  const parsed = ipaddr.parse(normal);
  switch (parsed.range()) {
    case "unicast":
      return parsed.kind() === "ipv4" || parsed.match(globalUnicast) ? "public" : "reserved";
    case "loopback":
      return "loopback";
    case "linkLocal":
      return "link-local";
    case "private":
    case "uniqueLocal":
    case "carrierGradeNat":
      return "private";
    default:
      return "reserved";
  }
}

/** Whether an address belongs to this machine or a local network, as addresses of proxies usually do. */
export function isLocalAddress(address: string): boolean {
  const kind = kindOfAddress(address);
  return kind === "loopback" || kind === "private" || kind === "link-local";
}

/** Parses "10.0.0.0/8", "::1" or "192.168.1.4"; null if the text is neither an address nor a range. */
export function parseRange(text: string): NetworkRange | null {
  const [address = "", bits, ...more] = text.trim().split("/");
  const normal = normalizeAddress(address);
  if (normal === null || more.length > 0) return null;
  const maxBits = normal.includes(":") ? 128 : 32;
  if (bits === undefined) return { address: normal, bits: maxBits };
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > maxBits) return null;
  return { address: normal, bits: Number(bits) };
}

/** Whether an address is in one of the ranges; false for an invalid address. */
export function isInRanges(address: string, ranges: readonly NetworkRange[]): boolean {
  const normal = ranges.length === 0 ? null : normalizeAddress(address);
  if (normal === null) return false;
  const parsed = ipaddr.parse(normal);
  return ranges.some((range) => {
    const network = ipaddr.parse(range.address);
    return network.kind() === parsed.kind() && parsed.match(network, range.bits);
  });
}

/** Prefix length that identifies the network of one customer. */
const customerBits = { ipv4: 24, ipv6: 48 };

/**
 * The network prefix of an address, for rate limits: by default /24 for IPv4 and /48 for IPv6. Null for an invalid
 * address.
 */
export function networkPrefix(address: string, lengths: { ipv4: number; ipv6: number } = customerBits): string | null {
  const normal = normalizeAddress(address);
  if (normal === null) return null;
  const parsed = ipaddr.parse(normal);
  const bits = lengths[parsed.kind()];
  const bytes = parsed
    .toByteArray()
    .map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - index * 8))));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
