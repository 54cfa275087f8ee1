import { canonicalJson } from "../../fingerprint.ts";
import type { Protocol } from "../protocol.ts";

/**
 * Gives a protocol's consent a new version if its text differs from the text that people agreed to before: "1" becomes
 * "2", and a name without a number gets "-2". A version that was changed manually is kept.
 */
export function updateConsentVersion(before: Protocol, after: Protocol): Protocol {
  const { version: old, ...agreed } = before.consent;
  const { version, ...asked } = after.consent;
  if (version !== old || canonicalJson(agreed) === canonicalJson(asked)) return after;
  const number = /^(.*?)(\d+)$/.exec(old);
  const next = number ? `${number[1]}${Number(number[2]) + 1}` : `${old}-2`;
  return { ...after, consent: { ...after.consent, version: next } };
}
