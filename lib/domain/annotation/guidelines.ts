import * as z from "zod";
import { boundedText, requiredText } from "../text.ts";

/** An answered question that is published with the guidelines, without the name of the person who asked it. */
export interface GuidelineCase {
  id: string;
  question: string;
  answer: string;
}

/** The guidelines of a collection as shown to an annotator. */
export interface GuidelinesView {
  /** The newest version; null if no guidelines were written. */
  version: number | null;
  body: string;
  /** The changes in the newest version. */
  note: string;
  /** The newest version that this person has read; null if none was read. */
  readVersion: number | null;
  cases: GuidelineCase[];
  /** Answers to this person's own questions that they have not read yet. */
  answers: GuidelineCase[];
}

/**
 * The name of the field in the error if a verdict is rejected because its author has not read the newest guidelines.
 * The client sends the verdict again after the person has read them.
 */
export const guidelinesField = "guidelines";

export const guidelineReadRequest = z.strictObject({ version: z.int().min(1) });
export const questionRequest = z.strictObject({
  /** The item that the question refers to; null for a question about a rule. */
  itemId: z.uuid().nullable().default(null),
  text: requiredText(2_000),
});
export type QuestionRequest = z.input<typeof questionRequest>;
export const guidelineText = boundedText(60_000);

/** An inline part of a sentence. */
export interface GuidelineRun {
  text: string;
  look: "plain" | "strong" | "emphasis";
}

export type GuidelineBlock =
  | { is: "heading"; level: 2 | 3; runs: GuidelineRun[] }
  | { is: "paragraph" | "quote"; runs: GuidelineRun[] }
  | { is: "list"; isNumbered: boolean; items: GuidelineRun[][] };

/**
 * Parses guidelines into blocks from plain-text markup: "#" headings, "-" and "1." lists, ">" examples, "**strong**"
 * and "*emphasis*". All other text becomes a paragraph, so no text is lost and none is interpreted as HTML.
 */
export function parseGuidelineBlocks(body: string): GuidelineBlock[] {
  const blocks: GuidelineBlock[] = [];
  let openBlock: GuidelineBlock | null = null;
  for (const line of body.split(/\r\n|\r|\n/u)) {
    const next = parseLineBlock(line);
    if (next === null) openBlock = null;
    else if (openBlock !== null && isContinued(openBlock, next)) append(openBlock, next);
    else {
      blocks.push(next);
      openBlock = next;
    }
  }
  return blocks;
}

function parseLineBlock(line: string): GuidelineBlock | null {
  const text = line.trim();
  if (text === "") return null;
  const heading = /^(#{1,6})\s+(.+)$/u.exec(text);
  if (heading) return { is: "heading", level: heading[1] === "#" ? 2 : 3, runs: parseRuns(heading[2] as string) };
  const item = /^(?:[-*•]|(\d+)[.)])\s+(.+)$/u.exec(text);
  if (item) return { is: "list", isNumbered: item[1] !== undefined, items: [parseRuns(item[2] as string)] };
  const quote = /^>\s?(.*)$/u.exec(text);
  if (quote) return { is: "quote", runs: parseRuns(quote[1] as string) };
  return { is: "paragraph", runs: parseRuns(text) };
}

function isContinued(open: GuidelineBlock, next: GuidelineBlock): boolean {
  if (open.is === "list" && next.is === "list") return open.isNumbered === next.isNumbered;
  if (open.is === "list") return next.is === "paragraph";
  return open.is === next.is && open.is !== "heading";
}

function append(open: GuidelineBlock, next: GuidelineBlock): void {
  if (open.is === "list" && next.is === "list") open.items.push(...next.items);
  else if (open.is === "list" && next.is !== "list")
    open.items.at(-1)?.push({ text: " ", look: "plain" }, ...next.runs);
  else if (open.is !== "list" && next.is !== "list") open.runs.push({ text: " ", look: "plain" }, ...next.runs);
}

function parseRuns(text: string): GuidelineRun[] {
  const runs: GuidelineRun[] = [];
  let parsedLength = 0;
  for (const match of text.matchAll(/\*\*(\S(?:.*?\S)?)\*\*|\*(\S(?:.*?\S)?)\*/gu)) {
    if (match.index > parsedLength) runs.push({ text: text.slice(parsedLength, match.index), look: "plain" });
    runs.push({ text: match[1] ?? match[2] ?? "", look: match[1] === undefined ? "emphasis" : "strong" });
    parsedLength = match.index + match[0].length;
  }
  if (parsedLength < text.length) runs.push({ text: text.slice(parsedLength), look: "plain" });
  return runs;
}
