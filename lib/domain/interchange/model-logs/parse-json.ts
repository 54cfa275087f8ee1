import { parseBoundedJson } from "../../bounded-json.ts";

/**
 * Parses JSON as written by Python's `json` module: `NaN` outside texts becomes null, `Infinity` becomes an infinite
 * number. Throws SyntaxError for other text that is not JSON.
 */
export function parsePythonJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch (error) {
    if (!/NaN|Infinity/u.test(text)) throw error;
    const plain = text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/gu, (token) =>
      token.startsWith('"') ? token : (pythonNumbers[token] ?? "null"),
    );
    return parseBoundedJson(plain);
  }
}

/** Numbers out of range become infinite. */
const pythonNumbers: Readonly<Record<string, string>> = { Infinity: "1e999", "-Infinity": "-1e999" };
