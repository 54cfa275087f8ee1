import type { NetworkRange } from "../../domain/network/address.ts";
import { parseRanges } from "../../domain/network/parse-ranges.ts";

/** The data that the listener needs before any request. */
export interface ListenerSettings {
  /** The address that people use, without a trailing slash. */
  publicUrl: string;
  /** Whose `X-Forwarded-*` is believed. */
  proxies: readonly NetworkRange[];
}

/** Reads what the supervisor has checked already; a part that cannot be read names no proxy. */
export function readListenerSettings(environment: Record<string, string | undefined>): ListenerSettings {
  const parsed = parseRanges(environment.PARALLAX_PROXY ?? "");
  return {
    publicUrl: new URL(environment.PARALLAX_URL || `http://localhost:${environment.PORT || 3000}`).origin,
    proxies: parsed.ok ? parsed.ranges : [],
  };
}
