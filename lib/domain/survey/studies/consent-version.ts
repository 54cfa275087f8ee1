import { canonicalJson } from "../../fingerprint.ts";
import type { Protocol } from "../protocol.ts";

/**
 * Gives a protocol's consent a new version if its text differs from the one that people agreed to before: "1" becomes
 * "2", and any other name gets a number. A version that was renamed manually is unchanged.
 */
export function withConsentVersion(before: Protocol, after: Protocol): Protocol {
  const { version: old, ...agreed } = before.consent;
  const { version, ...asked } = after.consent;
  if (version !== old || canonicalJson(agreed) === canonicalJson(asked)) return after;
  const number = /^(.*?)(\d+)$/.exec(old);
  const next = number ? `${number[1]}${Number(number[2]) + 1}` : `${old}-2`;
  return { ...after, consent: { ...after.consent, version: next } };
}
