import ipaddr from "ipaddr.js";

/** A range of addresses: the first `bits` bits of `address` are theirs. */
export interface NetworkRange {
  address: string;
  bits: number;
}

/** An IPv4 address in its usual spelling, also as a socket of both kinds writes it. */
const plainIPv4 = /^(?:::ffff:)?((?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4})(?<!\.)$/;

/** What kind of network an address belongs to, as far as reaching it from a server is concerned. */
export type AddressKind = "public" | "private" | "loopback" | "link-local" | "reserved";

/** The address in its one usual spelling, an IPv4 address inside an IPv6 one as IPv4; null for anything else. */
export function normalAddress(text: string): string | null {
  // Nearly every address is one of these, and each request asks several times: the library takes ten times as long.
  const plain = plainIPv4.exec(text)?.[1];
  if (plain !== undefined) return plain;
  // Nor is much ever asked about nothing: a header that was not sent.
  if (text === "") return null;
  // "fe80::1%eth0" names an interface of this machine; "[::1]" is how addresses stand in URLs.
  const bare = text
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/%[\w.-]+$/, "");
  if (!ipaddr.isValid(bare) || (!bare.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(bare))) return null;
  return ipaddr.process(bare).toString();
}

/** Loopback, private and link-local are meant for this machine or its own network; everything special is reserved. */
export function kindOfAddress(text: string): AddressKind | null {
  const normal = normalAddress(text);
  if (normal === null) return null;
  switch (ipaddr.parse(normal).range()) {
    case "unicast":
      return "public";
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

/** Whether an address means this machine or a network that it stands in, as a proxy's usually does. */
export function isOfOwnNetwork(address: string): boolean {
  const kind = kindOfAddress(address);
  return kind === "loopback" || kind === "private" || kind === "link-local";
}

/** Reads "10.0.0.0/8", "::1" or "192.168.1.4"; null where it is neither an address nor a range. */
export function parseRange(text: string): NetworkRange | null {
  const [address = "", bits, ...more] = text.trim().split("/");
  const normal = normalAddress(address);
  if (normal === null || more.length > 0) return null;
  const longest = normal.includes(":") ? 128 : 32;
  if (bits === undefined) return { address: normal, bits: longest };
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > longest) return null;
  return { address: normal, bits: Number(bits) };
}

/** Whether an address lies in one of the ranges. What is no address lies in none. */
export function isInRanges(address: string, ranges: readonly NetworkRange[]): boolean {
  const normal = ranges.length === 0 ? null : normalAddress(address);
  if (normal === null) return false;
  const parsed = ipaddr.parse(normal);
  return ranges.some((range) => {
    const network = ipaddr.parse(range.address);
    return network.kind() === parsed.kind() && parsed.match(network, range.bits);
  });
}

/** How much of an address names its network: what one customer is given. */
const customerBits = { ipv4: 24, ipv6: 48 };

/**
 * The network that an address belongs to, for counting what comes from one place: /24 of IPv4 and /48 of IPv6 unless
 * other lengths are asked for. Null for what is no address.
 */
export function networkPrefix(address: string, lengths: { ipv4: number; ipv6: number } = customerBits): string | null {
  const normal = normalAddress(address);
  if (normal === null) return null;
  const parsed = ipaddr.parse(normal);
  const bits = lengths[parsed.kind()];
  const bytes = parsed
    .toByteArray()
    .map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - index * 8))));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
