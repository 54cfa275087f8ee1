/**
 * Returns the last line of a truncated JSON text, which ends inside a text, a list or an object; lines are counted from
 * 1. Null if the text is complete or invalid for another reason.
 */
export function findTruncatedLine(text: string): number | null {
  const openBrackets: string[] = [];
  let isInString = false;
  let line = 1;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === "\n") line += 1;
    if (isInString) {
      if (letter === "\\") index += 1;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if (letter === "[" || letter === "{") openBrackets.push(letter);
    else if (letter === "]" || letter === "}") {
      if (openBrackets.pop() !== (letter === "]" ? "[" : "{")) return null;
    }
  }
  return isInString || openBrackets.length > 0 ? line : null;
}
