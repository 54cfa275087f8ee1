import { isSameDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { type AnchorReport, anchorReports } from "@/lib/domain/stories/anchors/report.ts";
import { countByZone, diffStories, type EventZones, type StoryDiff } from "@/lib/domain/stories/diff/hunks.ts";
import type { Hint } from "@/lib/domain/stories/hints/find-hints.ts";
import { findSiblingSentences, type SiblingSentence } from "@/lib/domain/stories/hints/sibling-sentences.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { checkWorkspace, type WorkspaceCheck } from "@/lib/domain/stories/workspace-check.ts";
import { parseWords, type WordedText } from "@/lib/domain/words/words.ts";
import { storyKinds } from "../../items/kinds/story-kinds.ts";
import { describeItemProblems, type ItemProblem } from "./item-problems.ts";
import { documentFrom, fieldText, type WorkspaceState } from "./workspace-state.ts";

/** A hint, with the corrections that the workspace offers. */
export interface WorkspaceHint extends Hint {
  /** The key of the hint's dismissal, truncated to the maximum length that the server accepts. */
  finding: string;
  /** The sentence that contains the hint. */
  own: string;
  /** The same sentence in stories of the same source. */
  siblings: SiblingSentence[];
}

/** The results of all checks on the current state of the item, as shown by the workspace. */
export interface WorkspaceChecks {
  /** The text for which the checks were computed; slightly out of date while someone types. */
  story: WordedText;
  check: WorkspaceCheck;
  problems: ItemProblem[];
  hints: WorkspaceHint[];
  dismissed: { hint: WorkspaceHint; reason: string }[];
  /** The changes between the original and the erroneous story; null if there is no original. */
  againstOriginal: VersionComparison | null;
  /** The annotator's changes to the given text. */
  againstGiven: VersionComparison;
}

export interface VersionComparison {
  before: string;
  diff: StoryDiff;
  zones: EventZones | null;
  /** Word count of the current story minus the word count of the other text. */
  longerBy: number;
}

/** Maximum length of a dismissal key on the server. */
const maxFindingLength = 500;

/** The input of the checks in addition to the workspace state. */
export interface CheckedItem extends Pick<TaskPayload, "original" | "givenDocument" | "siblings"> {
  kind: KsteKind;
}

/** Runs every check on the state of the workspace. Takes a few milliseconds for a story of a thousand words. */
export function runWorkspaceChecks(state: WorkspaceState, item: CheckedItem): WorkspaceChecks {
  const { kind } = item;
  const story = parseWords(fieldText(state, "story"));
  const anchors = state.drafts.story?.anchors ?? [];
  const { isAboutKnowledge, isMadeFromOriginal } = storyKinds[kind];
  const originalText = isMadeFromOriginal ? (item.original?.document.story ?? null) : null;
  const check = checkWorkspace({ story, anchors, previous: originalText, character: fieldText(state, "character") });
  const event = check.anchors.find(
    (report) => report.anchor.role === "event" && report.reason !== "not-found" && report.text !== "",
  );
  const compareVersions = (otherText: string, diff: StoryDiff): VersionComparison => ({
    before: otherText,
    diff,
    zones: event === undefined ? null : countByZone(diff.hunks, story.words, event.anchor),
    longerBy: story.words.length - parseWords(otherText).words.length,
  });
  const hints = isAboutKnowledge ? withSiblingSentences(check.hints, story, item.siblings) : [];
  const reasonOf = (hint: WorkspaceHint) => state.dismissals.find(({ finding }) => finding === hint.finding)?.reason;
  const givenStory = item.givenDocument.story;
  return {
    story,
    check,
    problems: describeItemProblems({
      ...{ kind, state, check, story },
      importedAnchors: getImportedReports(item.givenDocument),
      isUntouched: isSameDocument(documentFrom(state, item.givenDocument), item.givenDocument),
    }),
    hints: hints.filter((hint) => reasonOf(hint) === undefined),
    dismissed: hints.flatMap((hint) => {
      const reason = reasonOf(hint);
      return reason === undefined ? [] : [{ hint, reason }];
    }),
    againstOriginal: originalText === null || check.diff === null ? null : compareVersions(originalText, check.diff),
    againstGiven: compareVersions(givenStory, diffStories(givenStory, story.text)),
  };
}

/** Cache of the reports on the marks of imported documents, which are needed at every keystroke. */
const importedReports = new WeakMap<KsteDocument, AnchorReport[]>();

function getImportedReports(document: KsteDocument): AnchorReport[] {
  const cached = importedReports.get(document) ?? anchorReports(parseWords(document.story), document.anchors);
  importedReports.set(document, cached);
  return cached;
}

/** The dismissals, with reasons, of hints that the text still has; submitted with a verdict. */
export function dismissalsFor(checks: WorkspaceChecks): { finding: string; reason: string }[] {
  return checks.dismissed.map(({ hint, reason }) => ({ finding: hint.finding, reason }));
}

function withSiblingSentences(
  hints: readonly Hint[],
  story: WordedText,
  siblings: TaskPayload["siblings"],
): WorkspaceHint[] {
  return hints.map((hint) => {
    const sentence = story.text.slice(hint.sentence.start, hint.sentence.end);
    return {
      ...hint,
      finding: hint.key.slice(0, maxFindingLength),
      own: sentence,
      siblings: findSameSentence(sentence, siblings),
    };
  });
}

/** Cache of sentence searches, because the same sentences are needed at every keystroke. */
const sentenceCache = new WeakMap<object, Map<string, SiblingSentence[]>>();

function findSameSentence(sentence: string, siblings: TaskPayload["siblings"]): SiblingSentence[] {
  const cached = sentenceCache.get(siblings) ?? new Map<string, SiblingSentence[]>();
  sentenceCache.set(siblings, cached);
  const sentencesFound =
    cached.get(sentence) ??
    findSiblingSentences(
      sentence,
      siblings
        .filter((sibling) => storyKinds[sibling.kind].isMadeFromOriginal)
        .map(({ externalId, story: text, character }) => ({ id: externalId, text, character: character ?? "" })),
    );
  cached.set(sentence, sentencesFound);
  return sentencesFound;
}
