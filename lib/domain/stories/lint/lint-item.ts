import { straightenText } from "../../words/straighten.ts";
import { parseWords, textOfWords, wordsOf } from "../../words/words.ts";
import { isQuotedIn, locate } from "../anchors/locate.ts";
import { findHints } from "../hints/find-hints.ts";
import type { ErroneousStory, KsteItem, NextActionItem } from "../items/kste-item.ts";
import { findStrayMarks, parseMarks } from "../items/marks.ts";
import type { LintFinding, LintProblem } from "./finding.ts";

/**
 * The problems of a single item, in the order in which they are best repaired. `original` is the text of the story from
 * which the item was made (null if unknown); phrases of the original are not reported as hints. Missing fields are
 * reported by the reader (`schema`) and ignored here.
 */
export function lintItem(item: KsteItem, original: string | null): LintFinding[] {
  const findings: LintFinding[] = [];
  const add = (field: string, problem: LintProblem, message: string) =>
    findings.push({ item: item.id, field, problem, message });
  if (item.kind === "error") lintEvent(item, add);
  for (const [field, text] of shownFields(item)) {
    const [stray] = findStrayMarks(text);
    if (stray !== undefined) add(field, "malformed-tag", stray);
  }
  if (mixesQuotes(item.story)) add("story", "mixed-quotes", "mixes straight and curly quotation marks");
  if (item.kind === "original") return findings;
  lintKnowledge(item, add);
  lintHints(item, original, add);
  if (item.kind === "knp" && areSameOption(item)) {
    add("answer_with_knowledge", "options-identical", "is the same as answer_without_knowledge");
  }
  return findings;
}

type Add = (field: string, problem: LintProblem, message: string) => void;

function lintEvent(item: ErroneousStory, add: Add): void {
  const { plain, spans, problems } = parseMarks(item.erroneousEvent, "error");
  const pieces = spans.map(({ start, end }) => plain.slice(start, end).trim());
  const markedPieces = pieces.filter((piece) => piece !== "");
  if (problems.length > 0) add("erroneous_event", "malformed-tag", [...new Set(problems)].join("; "));
  else if (spans.length === 0 && item.erroneousEvent.trim() !== "") {
    add("erroneous_event", "malformed-tag", "marks no words with <error> and </error>");
  }
  if (item.error.trim() === "") add("error", "empty-error", "is empty");
  else if (spans.length > markedPieces.length) add("erroneous_event", "empty-error", "has an empty <error></error>");
  if (plain.trim() !== "" && !isQuotedIn(item.story, plain)) {
    add("erroneous_event", "event-not-in-story", `does not occur in the story${suggestNearest(item.story, plain)}`);
  }
  // `error` joins the parts without a separator, so only the parts themselves can be searched.
  for (const piece of markedPieces) {
    if (isQuotedIn(item.story, piece)) continue;
    add(
      "error",
      "span-not-found",
      `marks ${quoteText(piece)}, which does not occur in the story${suggestNearest(item.story, piece)}`,
    );
  }
  if (item.error.trim() === "" || isQuotedIn(item.story, item.error)) return;
  const isJoined = markedPieces.length > 0 && removeSpaces(item.error) === removeSpaces(markedPieces.join(""));
  if (!isJoined)
    add("error", "span-not-found", `${quoteText(item.error)} is neither in the story nor marked in the event`);
}

function lintKnowledge(item: ErroneousStory | NextActionItem, add: Add): void {
  const knowledge = item.implausibleKnowledge.trim();
  if (knowledge === "" || item.story.trim() === "") return;
  const bare = knowledge.replace(/^["“”'‘’]+|["“”'‘’]+$/gu, "");
  if (isQuotedIn(item.story, knowledge) || isQuotedIn(item.story, bare)) return;
  add(
    "implausible_knowledge",
    "knowledge-not-in-story",
    `does not occur in the story word for word${suggestNearest(item.story, knowledge)}`,
  );
}

function lintHints(item: ErroneousStory | NextActionItem, original: string | null, add: Add): void {
  if (item.character.trim() === "") return;
  for (const hint of findHints(parseWords(item.story), { character: item.character, previous: original })) {
    if (hint.isNew) add("story", "explicit-hint", `says ${quoteText(hint.text)} about ${item.character}`);
  }
}

/** The fields that readers see, which must not contain marks. */
function shownFields(item: KsteItem): [string, string][] {
  const story: [string, string] = ["story", item.story];
  if (item.kind === "original") return [story];
  if (item.kind === "error")
    return [story, ["error", item.error], ["implausible_knowledge", item.implausibleKnowledge]];
  return [
    story,
    ["implausible_knowledge", item.implausibleKnowledge],
    ["question", item.question],
    ["answer_with_knowledge", item.answerWithKnowledge],
    ["answer_without_knowledge", item.answerWithoutKnowledge],
  ];
}

/**
 * Whether a text mixes straight and curly marks of the same kind; apostrophes and quotation marks are checked
 * separately.
 */
export function mixesQuotes(text: string): boolean {
  const hasBoth = (straightMark: RegExp, curly: RegExp) => straightMark.test(text) && curly.test(text);
  return hasBoth(/"/u, /[“”]/u) || hasBoth(/'/u, /[‘’]/u);
}

function areSameOption(item: NextActionItem): boolean {
  const plain = (text: string) =>
    wordsOf(text)
      .map((word) => word.text)
      .join(" ");
  const left = plain(item.answerWithKnowledge);
  return left !== "" && left === plain(item.answerWithoutKnowledge);
}

function removeSpaces(text: string): string {
  return straightenText(text).replaceAll(" ", "");
}

/** The nearest passage of the story, as a suggestion for the repair. */
function suggestNearest(story: string, passage: string): string {
  const parsedStory = parseWords(story);
  const [nearestRange] = locate(parsedStory, passage).places;
  return nearestRange === undefined ? "" : `; the nearest is ${quoteText(textOfWords(parsedStory, nearestRange))}`;
}

function quoteText(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return JSON.stringify(short.replace(/\s+/gu, " "));
}
