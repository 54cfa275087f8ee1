/** Keys that may contain the answer in a JSON reply, in order of priority. */
const answerKeys = ["answer", "verdict", "choice", "conclusion", "label"];

export interface JsonReply {
  /** The value of the first answer key; undefined if the object has no such key. */
  value: unknown;
  /** The value of `logical_error`. */
  quoted: unknown;
  /** The text after the object, which may correct the answer. */
  after: string;
}

/**
 * Reads the object of a reply that is JSON or contains objects in code fences (the last one is used). Returns `cut` for
 * a truncated object, null for anything else.
 */
export function readJsonReply(text: string): JsonReply | "cut" | null {
  const wholeObject = parseJsonObject(text);
  if (wholeObject !== null) return replyOf(wholeObject, "");
  const fences = [...text.matchAll(/```[\w-]*[ \t]*\n?([\s\S]*?)(?:```|$)/gu)];
  for (const fence of fences.reverse()) {
    const content = fence[1] ?? "";
    const object = parseJsonObject(content);
    if (object !== null) return replyOf(object, text.slice(fence.index + fence[0].length));
    if (isCutOff(content)) return "cut";
  }
  return isCutOff(text) ? "cut" : null;
}

function parseJsonObject(text: string): Record<string, unknown> | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) return null;
  try {
    return JSON.parse(trimmed);
  } catch {
    return null;
  }
}

function isCutOff(text: string): boolean {
  return /^\s*\{\s*"(?:[^"\\]|\\.)*(?:"\s*:|"?\s*$)/u.test(text) && !text.trimEnd().endsWith("}");
}

function replyOf(object: Record<string, unknown>, after: string): JsonReply {
  const entries = Object.entries(object).map(([key, value]): [string, unknown] => [
    key
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/gu, "_"),
    value,
  ]);
  const findValue = (name: string) => entries.find(([key]) => key === name)?.[1];
  const key = answerKeys.find((name) => entries.some(([entry]) => entry === name));
  return {
    value: key === undefined ? undefined : findValue(key),
    quoted: findValue("logical_error") ?? findValue("logical_errors"),
    after,
  };
}
