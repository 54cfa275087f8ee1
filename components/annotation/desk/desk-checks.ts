import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { checkDesk, type DeskCheck } from "@/lib/domain/stories/desk-check.ts";
import { type EventZones, eventZones, type StoryDiff, storyDiff } from "@/lib/domain/stories/diff/hunks.ts";
import type { Hint } from "@/lib/domain/stories/hints/find-hints.ts";
import { type SiblingSentence, sameSentenceIn } from "@/lib/domain/stories/hints/sibling-sentences.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { type Worded, worded } from "@/lib/domain/words/words.ts";
import { type DeskState, textOf } from "./desk-state.ts";
import { type ItemProblem, itemProblems } from "./item-problems.ts";

/** A hint with what the desk can do about it. */
export interface DeskHint extends Hint {
  /** What its dismissal is kept under: the key, as long as the server takes it. */
  finding: string;
  /** The same sentence in stories of the same source. */
  siblings: SiblingSentence[];
}

/** Everything the desk shows about the item as it stands. */
export interface DeskChecks {
  /** The text it was worked out for; while somebody types it lags a moment behind. */
  story: Worded;
  check: DeskCheck;
  problems: ItemProblem[];
  hints: DeskHint[];
  dismissed: { hint: DeskHint; reason: string }[];
  /** What the erroneous story changed in its original; null without one. */
  againstOriginal: Comparison | null;
  /** What the annotator changed in the text that was given. */
  againstGiven: Comparison;
}

export interface Comparison {
  before: string;
  diff: StoryDiff;
  zones: EventZones | null;
  /** Words the story has more than the other text; negative when it has fewer. */
  longerBy: number;
}

/** The longest key the server keeps a dismissal under. */
const FINDING_CHARACTERS = 500;

/** What the checks need to know of the item besides the state. */
export interface CheckedItem extends Pick<TaskPayload, "original" | "importedDocument" | "siblings"> {
  kind: KsteKind;
}

/** Runs every check on the state of the desk. Some milliseconds for a story of a thousand words. */
export function deskChecks(state: DeskState, item: CheckedItem): DeskChecks {
  const { kind } = item;
  const story = worded(textOf(state, "story"));
  const anchors = state.drafts.story?.anchors ?? [];
  const originalText = kind === "error" ? (item.original?.document.story ?? null) : null;
  const check = checkDesk({ story, anchors, previous: originalText, character: textOf(state, "character") });
  const event = check.anchors.find(
    (report) => report.anchor.role === "event" && report.reason !== "not-found" && report.text !== "",
  );
  const compared = (before: string, diff: StoryDiff): Comparison => ({
    before,
    diff,
    zones: event === undefined ? null : eventZones(diff.hunks, story.words, event.anchor),
    longerBy: story.words.length - worded(before).words.length,
  });
  const hints = kind === "original" ? [] : withSiblings(check.hints, story, item.siblings);
  const reasonOf = (hint: DeskHint) => state.dismissals.find(({ finding }) => finding === hint.finding)?.reason;
  const given = item.importedDocument.story;
  return {
    story,
    check,
    problems: itemProblems(kind, state, check),
    hints: hints.filter((hint) => reasonOf(hint) === undefined),
    dismissed: hints.flatMap((hint) => {
      const reason = reasonOf(hint);
      return reason === undefined ? [] : [{ hint, reason }];
    }),
    againstOriginal: originalText === null || check.diff === null ? null : compared(originalText, check.diff),
    againstGiven: compared(given, storyDiff(given, story.text)),
  };
}

/** The reasons that still belong to a hint of the text, for a verdict. */
export function dismissalsFor(checks: DeskChecks): { finding: string; reason: string }[] {
  return checks.dismissed.map(({ hint, reason }) => ({ finding: hint.finding, reason }));
}

function withSiblings(hints: readonly Hint[], story: Worded, siblings: TaskPayload["siblings"]): DeskHint[] {
  return hints.map((hint) => ({
    ...hint,
    finding: hint.key.slice(0, FINDING_CHARACTERS),
    siblings: sameSentence(story.text.slice(hint.sentence.start, hint.sentence.end), siblings),
  }));
}

/** Sentences that were looked for already: the same ones are asked for at every keystroke elsewhere. */
const looked = new WeakMap<object, Map<string, SiblingSentence[]>>();

function sameSentence(sentence: string, siblings: TaskPayload["siblings"]): SiblingSentence[] {
  const known = looked.get(siblings) ?? new Map<string, SiblingSentence[]>();
  looked.set(siblings, known);
  const found =
    known.get(sentence) ??
    sameSentenceIn(
      sentence,
      siblings
        .filter((sibling) => sibling.kind === "error")
        .map(({ externalId, story: text, character }) => ({ id: externalId, text, character: character ?? "" })),
    );
  known.set(sentence, found);
  return found;
}
