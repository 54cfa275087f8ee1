import { parseBoundedJson } from "../../bounded-json.ts";

/**
 * Parses JSON as Python's `json` module writes it: `NaN`, `Infinity` and `-Infinity` outside texts become null. Throws a
 * SyntaxError for anything else that is not JSON.
 */
export function parsePythonJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch (error) {
    if (!/NaN|Infinity/u.test(text)) throw error;
    const plain = text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/gu, (token) =>
      token.startsWith('"') ? token : "null",
    );
    return parseBoundedJson(plain);
  }
}
