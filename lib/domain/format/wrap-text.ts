/**
 * Splits a text into lines of limited length, broken at spaces. A longer word is broken inside. Returns at least one
 * line.
 *
 * @throws RangeError if the limit is less than one character
 */
export function wrapText(text: string, maxCharacters: number): string[] {
  if (maxCharacters < 1) throw new RangeError(`lines of ${maxCharacters} characters hold nothing`);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((one) => one !== "")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (joined.length <= maxCharacters) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (line.length > maxCharacters) {
      lines.push(line.slice(0, maxCharacters));
      line = line.slice(maxCharacters);
    }
  }
  return line !== "" || lines.length === 0 ? [...lines, line] : lines;
}
