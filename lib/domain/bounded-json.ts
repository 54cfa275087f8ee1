import { formatCount } from "./format/figures.ts";

/** Maximum nesting depth, far above that of valid files. Parsing text of this depth takes about 70 ms. */
const maxNesting = 1_000_000;

/** Texts up to this length are parsed directly, because even their deepest possible nesting parses fast. */
const uncheckedLength = 20_000;

/**
 * Parses untrusted JSON of any length. With `JSON.parse`, megabytes of opening brackets would create as many arrays
 * before the missing end is detected, and block the process. Text that is nested too deeply is therefore rejected
 * first.
 *
 * @throws SyntaxError if the text is not JSON or is nested more than 1,000,000 levels deep
 */
export function parseBoundedJson(text: string): unknown {
  if (text.length > uncheckedLength && isTooDeep(text))
    throw new SyntaxError(`is nested more than ${formatCount(maxNesting)} levels deep`);
  return JSON.parse(text);
}

/** Whether a text is nested too deeply. Reads the text once. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (isInString) {
      if (letter === "\\") index += 1;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if (letter === "[" || letter === "{") {
      depth += 1;
      if (depth > maxNesting) return true;
    } else if (letter === "]" || letter === "}") depth -= 1;
  }
  return false;
}
