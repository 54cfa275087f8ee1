import { formatCount } from "./format/figures.ts";

/** Far deeper than any valid file; it is built in some 70 ms, and deeper nesting is refused as invalid JSON. */
const deepest = 1_000_000;

/** Shorter texts are parsed directly, because even the deepest nesting in them is fast. */
const short = 20_000;

/**
 * `JSON.parse` for text of any origin and length. Megabytes of opening brackets would create as many arrays before the
 * missing end is detected, and would block the process. Text that is nested too deeply is therefore refused before it
 * is parsed.
 *
 * @throws SyntaxError for text that is not JSON, or is nested more than 1,000,000 levels deep
 */
export function parseBoundedJson(text: string): unknown {
  if (text.length > short && isTooDeep(text))
    throw new SyntaxError(`is nested more than ${formatCount(deepest)} levels deep`);
  return JSON.parse(text);
}

/** Whether a text is nested too deeply. Reads the text once. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let place = 0; place < text.length; place += 1) {
    const letter = text[place];
    if (isInString) {
      if (letter === "\\") place += 1;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if (letter === "[" || letter === "{") {
      depth += 1;
      if (depth > deepest) return true;
    } else if (letter === "]" || letter === "}") depth -= 1;
  }
  return false;
}
