import type { NetworkRange } from "../../domain/network/address.ts";
import { parseRanges } from "../../domain/network/parse-ranges.ts";

/** The data that the listener needs before any request. */
export interface ListenerSettings {
  /** The public address, without a trailing slash. */
  publicUrl: string;
  /** The proxies whose `X-Forwarded-*` headers are trusted. */
  proxies: readonly NetworkRange[];
}

/** Parses settings that the supervisor has already checked; an invalid part names no proxy. */
export function readListenerSettings(environment: Record<string, string | undefined>): ListenerSettings {
  const parsed = parseRanges(environment.PARALLAX_PROXY ?? "");
  return {
    publicUrl: new URL(environment.PARALLAX_URL || `http://localhost:${environment.PORT || 3000}`).origin,
    proxies: parsed.ok ? parsed.ranges : [],
  };
}
