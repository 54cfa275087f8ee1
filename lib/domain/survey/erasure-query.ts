import { normaliseCode } from "./completion-code.ts";

/** The identifiers in a text that a participant or a recruiter sent; each is compared with stored identifiers. */
export interface ErasureQuery {
  /** A normalised completion code, which can also be used for erasure; null if the text is not a code. */
  code: string | null;
  /** Tokens of private links: `/s/<study>/<token>`, also with `/data` or `/withdraw`. */
  tokens: string[];
  /** Participant and submission IDs of recruiters, as written. */
  ids: string[];
}

/**
 * Reads a completion code, a participant's private link, a recruiter's link or a recruiter's ID. A text can be both a
 * code and an ID, because recruiters choose the form of their IDs.
 */
export function parseErasureQuery(written: string): ErasureQuery {
  const text = written.trim();
  const link = parseLink(text);
  if (!link) return { code: normaliseCode(text), tokens: [], ids: text === "" ? [] : [text.normalize("NFC")] };
  const [, token] = /^\/s\/[^/]+\/([A-Za-z0-9_-]{32})(?:\/|$)/.exec(link.pathname) ?? [];
  const values = [...link.searchParams.values()].map((value) => value.trim().normalize("NFC"));
  return { code: null, tokens: token ? [token] : [], ids: [...new Set(values.filter((value) => value !== ""))] };
}

function parseLink(text: string): URL | null {
  if (!/^(?:https?:\/\/|\/s\/)/i.test(text)) return null;
  try {
    return new URL(text, "http://localhost");
  } catch {
    return null;
  }
}
