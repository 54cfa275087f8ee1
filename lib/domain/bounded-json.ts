import { formatCount } from "./format/figures.ts";

/** Maximum nesting, far above that of valid files. Parsing it takes about 70 ms; deeper nesting is an error. */
const maxNesting = 1_000_000;

/** Shorter texts are parsed directly, because even the deepest nesting in them is fast. */
const uncheckedLength = 20_000;

/**
 * `JSON.parse` for text of any origin and length. Megabytes of opening brackets would create as many arrays before the
 * missing end is detected, and would block the process. Text that is nested too deeply is therefore rejected before it
 * is parsed.
 *
 * @throws SyntaxError for text that is not JSON, or is nested more than 1,000,000 levels deep
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
