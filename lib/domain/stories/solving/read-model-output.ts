/** What a model's free answer to a consistency item says. */
export interface ConsistencyOutput {
  /** `unparsed` when the conclusion is missing or neither yes nor no. */
  conclusion: "error" | "consistent" | "unparsed";
  /** The passages it names as the error, without the quotation marks around them; empty unless it found one. */
  quoted: string[];
}

/**
 * Reads the answer form of the paper's IKD prompt (appendix B): `Reasoning:`, `Logical Error:` (quoted sentences or NA),
 * `Conclusion:` (Yes when an error was found; the paper's positive class is the other one). Bold labels and quotation
 * marks around the values are usual.
 */
export function readConsistencyOutput(output: string): ConsistencyOutput {
  const conclusion = /^\W*(yes|no)\b/iu.exec(section(output, "conclusion") ?? "")?.[1]?.toLowerCase();
  if (conclusion === undefined) return { conclusion: "unparsed", quoted: [] };
  if (conclusion === "no") return { conclusion: "consistent", quoted: [] };
  return { conclusion: "error", quoted: quotedPassages(section(output, "logical error") ?? "") };
}

/** The letter a model's free answer to a two-choice item gives (`Answer: B`); null for none or for both. */
export function readTwoChoiceOutput(output: string): "A" | "B" | null {
  const answer = section(output, "answer") ?? (output.trim().length <= 12 ? output : "");
  const letter = /^[^\p{L}\p{N}]*(?:option\s+|answer\s+)?([AB])(?![\p{L}\p{N}])(?!\W*(?:or|and|\/)\s*\W*[AB]\b)/u.exec(
    answer,
  )?.[1];
  return letter === "A" || letter === "B" ? letter : null;
}

const LABELS = "reasoning|logical\\s+errors?|conclusion|answer";

/** What stands behind the last line that begins with a label, up to the next label; null without the label. */
function section(output: string, label: string): string | null {
  const name = label.replace(" ", "\\s+");
  const starts = [...output.matchAll(new RegExp(`^[ \\t>#*_-]*${name}s?[*_]*\\s*:[*_]*`, "gimu"))];
  const last = starts.at(-1);
  if (last === undefined) return null;
  const rest = output.slice(last.index + last[0].length);
  const next = new RegExp(`^[ \\t>#*_-]*(?:${LABELS})[*_]*\\s*:`, "imu").exec(rest);
  return (next === null ? rest : rest.slice(0, next.index)).trim();
}

/** The passages of a "Logical Error" section: one a line, or several in quotation marks on one line. */
function quotedPassages(text: string): string[] {
  return text
    .split(/\n+/u)
    .map((line) =>
      line
        .replace(/^\s*(?:[-*•]|\d+[.)])\s+/u, "")
        .replace(/^[*_]+|[*_]+$/gu, "")
        .trim(),
    )
    .filter((line) => line !== "" && !/^["'“”]*(?:n\/?a|none)["'“”]*\.?$/iu.test(line))
    .flatMap(passagesOfLine);
}

/**
 * Quotation marks can be the model's or the story's. When nothing but joining words stands outside them they are the
 * model's; so they are around long quotes in a line that begins with a remark. Otherwise the line is the passage.
 */
function passagesOfLine(line: string): string[] {
  const quotes = outerQuotes(line);
  const inside = quotes.map(({ start, end }) => line.slice(start + 1, end - 1).trim()).filter(Boolean);
  if (inside.length === 0) return [line];
  const outside = quotes.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), line);
  if (!/[\p{L}\p{N}]/u.test(outside.replace(/\b(?:and|then|also|or)\b/giu, ""))) return inside;
  const isRemarked = (quotes[0]?.start ?? 0) > 0;
  const long = inside.filter((quote) => quote.split(/\s+/u).length >= 4);
  return isRemarked && long.length > 0 ? long : [line];
}

/** The outermost quotations of a line, marks included: curly ones may nest, straight ones pair up. */
function outerQuotes(line: string): { start: number; end: number }[] {
  const quotes: { start: number; end: number }[] = [];
  let depth = 0;
  let start = -1;
  let isStraight = false;
  for (let at = 0; at < line.length; at += 1) {
    const mark = line[at];
    if (mark === '"' && (depth === 0 || isStraight)) {
      if (isStraight) quotes.push({ start, end: at + 1 });
      else start = at;
      isStraight = !isStraight;
    } else if (!isStraight && mark === "“") {
      if (depth === 0) start = at;
      depth += 1;
    } else if (!isStraight && mark === "”" && depth > 0) {
      depth -= 1;
      if (depth === 0) quotes.push({ start, end: at + 1 });
    }
  }
  return quotes;
}
