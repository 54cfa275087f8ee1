import type { Protocol } from "../protocol.ts";

/** The consent text of an empty new study, until the researcher replaces it. */
export const consentPlaceholder = "Please say here what the study is about, what people will do and how long it takes.";

/** Typical placeholders in unfinished texts. */
const unfinished = /lorem ipsum|\bTODO\b|\bXXX\b|\[(?:…|\.\.\.|(?:your|insert|name of|add)\b[^\]]*)\]/gi;

/** A text with placeholders: the path of its field, and the placeholders, quoted and joined by commas. */
interface UnfinishedText {
  field: string;
  quoted: string;
}

/**
 * The first text of a protocol that still contains placeholders, with all of them; null if there is none. A study with
 * such a text cannot be opened.
 */
export function findPlaceholder(protocol: Protocol): UnfinishedText | null {
  return find(protocol, "protocol");
}

function find(value: unknown, path: string): UnfinishedText | null {
  if (typeof value === "string") {
    const texts = value.includes(consentPlaceholder) ? [consentPlaceholder] : (value.match(unfinished) ?? []);
    return texts.length === 0 ? null : { field: path, quoted: texts.map((text) => `“${text}”`).join(", ") };
  }
  if (typeof value !== "object" || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const unfinishedText = find(member, `${path}.${name}`);
    if (unfinishedText) return unfinishedText;
  }
  return null;
}
