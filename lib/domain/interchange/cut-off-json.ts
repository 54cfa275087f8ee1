/**
 * Where a JSON text is truncated: the line, from 1, on which it ends inside a text, a list or an object; null for a
 * complete text, or a text that is invalid for another reason.
 */
export function cutOffLine(text: string): number | null {
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
