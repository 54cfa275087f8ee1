import { parseBoundedJson } from "../../bounded-json.ts";

/**
 * Parses JSON as Python's `json` module writes it: `NaN` outside texts becomes null, and `Infinity` an infinite number. Throws a
 * SyntaxError for anything else that is not JSON.
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

/** Beyond the range of numbers, JSON's own numbers are infinite. */
const pythonNumbers: Readonly<Record<string, string>> = { Infinity: "1e999", "-Infinity": "-1e999" };
