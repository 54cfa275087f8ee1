import fc from "fast-check";
import { anyCharacter } from "../../lib/domain/words/testing/any-character.ts";
import { hostileTexts } from "../../prisma/factories/hostile-texts.ts";

/** One request as it is sent. */
export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** Sent with the cookie of an owner, who may do everything. */
  isSignedIn: boolean;
  /** Sent as exactly these bytes over a separate connection; the rest is only for the report. */
  raw?: string;
}

/** Texts for any field that takes a text: attacks, nonsense, IDs of missing rows, and texts that databases refuse. */
export const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ maxLength: 300 }),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.uuid(),
  fc.constantFrom(
    "",
    "x".repeat(32),
    "\u0000",
    "\ufeff",
    "\u202e",
    "-1",
    "NaN",
    "1e309",
    "9".repeat(40),
    "__proto__",
    "x".repeat(5_000),
    "[".repeat(3_000),
  ),
);

/** Lone surrogates cannot be sent as UTF-8; they are encoded as a careless client would encode them. */
export function wellFormed(value: string): string {
  return value.toWellFormed?.() ?? Buffer.from(value).toString();
}

/** The text in an address. A name that is longer than any file's is refused before anything sees it, so most are short. */
export function inAddress(value: string): string {
  return encodeURIComponent(wellFormed(value).slice(0, 80)) || "x";
}

/** Bodies for routes that expect JSON, a form or nothing. */
export const hostileBody = fc.oneof(
  fc.json({ maxDepth: 6 }),
  hostileText,
  fc.constantFrom(
    "{",
    "[".repeat(5_000),
    '{"__proto__":{}}',
    "a=b&a=c&__proto__=d",
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    "x".repeat(200_000),
    `{${'"a":1,'.repeat(30_000)}"b":2}`,
  ),
);
