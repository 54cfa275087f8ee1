import type { Protocol } from "../protocol.ts";

/** Placeholder in the consent text of an empty new study until the researcher replaces it. */
export const consentPlaceholder = "Please say here what the study is about, what people will do and how long it takes.";

/** Typical placeholders in unfinished texts. */
const unfinished = /lorem ipsum|\bTODO\b|\bXXX\b|\[(?:…|\.\.\.|(?:your|insert|name of|add)\b[^\]]*)\]/i;

/**
 * The first text of a protocol that still has a placeholder, with the path of its field; null if there is none. A study
 * with one cannot be opened.
 */
export function findPlaceholder(protocol: Protocol): { field: string; text: string } | null {
  return find(protocol, "protocol");
}

function find(value: unknown, path: string): { field: string; text: string } | null {
  if (typeof value === "string") {
    const text = value.includes(consentPlaceholder) ? consentPlaceholder : (unfinished.exec(value)?.[0] ?? null);
    return text === null ? null : { field: path, text };
  }
  if (typeof value !== "object" || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const found = find(member, `${path}.${name}`);
    if (found) return found;
  }
  return null;
}
