/**
 * A text in lines of limited length, broken at spaces. A longer word is broken inside. Never empty.
 *
 * @throws RangeError for lines shorter than one character
 */
export function wrapText(text: string, mostCharacters: number): string[] {
  if (mostCharacters < 1) throw new RangeError(`lines of ${mostCharacters} characters hold nothing`);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((one) => one !== "")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (joined.length <= mostCharacters) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (line.length > mostCharacters) {
      lines.push(line.slice(0, mostCharacters));
      line = line.slice(mostCharacters);
    }
  }
  return line !== "" || lines.length === 0 ? [...lines, line] : lines;
}
