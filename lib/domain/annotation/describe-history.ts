import { formatNumber } from "../format/figures.ts";
import { isSameDocument } from "./documents/copy-document.ts";
import type { KsteDocument } from "./documents/kste-document.ts";
import { reasonLabel } from "./reason-codes.ts";

/** One event in the history of an item, from generation to acceptance. */
export interface HistoryEvent {
  at: Date;
  /**
   * generated | imported | candidate | started | revision | verdict | skip | coded-answer | review | re-review |
   * accepted | re-solve | time | review-time, and actions from the audit log
   */
  event: string;
  /** Null for the installation. */
  actorName: string | null;
  details: Record<string, unknown>;
}

/** The event as a sentence. */
export interface HistoryLine {
  at: Date;
  sentence: string;
  /** The comment that the person wrote. */
  quote: string | null;
  /** The item's story, fields and marks after the event, if a text was saved. */
  change: { before: KsteDocument; after: KsteDocument } | null;
  /** The full event history of an item; consecutive saves form one line. */
  raw: { event: string; details: Record<string, unknown> }[];
}

/** The stored documents by revision. The key null is the imported item; `base` is the revision before. */
export type StoredTexts = ReadonlyMap<string | null, { base: string | null; document: KsteDocument }>;

/**
 * Renders the history of an item as sentences. Consecutive saves by one person on one copy become one line with their
 * combined changes. An unknown event is shown by its name. Total times of people are omitted.
 */
export function describeHistory(events: readonly HistoryEvent[], texts: StoredTexts): HistoryLine[] {
  const lines: HistoryLine[] = [];
  let last: HistoryEvent | null = null;
  let saves = 0;
  for (const event of events) {
    if (event.event === "time" || event.event === "review-time") continue;
    const isContinuation = last !== null && isSameWork(last, event);
    saves = isContinuation ? saves + 1 : 1;
    last = event;
    const line = isContinuation ? lines.at(-1) : undefined;
    const raw = [...(line?.raw ?? []), { event: event.event, details: event.details }];
    const change = event.event === "revision" ? findDocumentChange(raw, texts) : null;
    const historyLine = { at: event.at, sentence: formatSentence(event, saves), quote: findQuote(event), change, raw };
    if (line === undefined) lines.push(historyLine);
    else lines[lines.length - 1] = historyLine;
  }
  return lines;
}

function isSameWork(last: HistoryEvent, event: HistoryEvent): boolean {
  const keys = ["copy", "branch", "origin"] as const;
  return (
    last.event === "revision" &&
    event.event === "revision" &&
    last.actorName === event.actorName &&
    keys.every((key) => last.details[key] === event.details[key])
  );
}

function findDocumentChange(raw: HistoryLine["raw"], texts: StoredTexts): HistoryLine["change"] {
  const revisionOf = (line: HistoryLine["raw"][number] | undefined) => texts.get(String(line?.details.revision));
  const after = revisionOf(raw.at(-1))?.document;
  const before = texts.get(revisionOf(raw[0])?.base ?? null)?.document;
  return after === undefined || before === undefined || isSameDocument(before, after) ? null : { before, after };
}

function findQuote({ details }: HistoryEvent): string | null {
  const codes = Array.isArray(details.codes) ? details.codes.map((code) => reasonLabel(String(code))) : [];
  const reason = typeof details.reason === "string" ? details.reason : "";
  return [...codes, reason].filter((text) => text !== "").join(" ") || null;
}

function formatSentence({ event, actorName, details }: HistoryEvent, saves: number): string {
  const who = actorName ?? "Someone";
  const copy = `copy ${details.copy ?? 1}`;
  const undone = details.undone ? " The decision was undone later." : "";
  switch (event) {
    case "generated":
      return typeof details.model === "string" ? `${details.model} generated it.` : "The text is from another tool.";
    case "imported":
      return `The item was added to the collection; the check found ${formatCountWithNoun(details.findings, "problem")}.`;
    case "candidate":
      return `${who} requested another version from ${details.model ?? "a model"}.`;
    case "started":
      return `${who} opened it.`;
    case "revision":
      return formatRevision(who, copy, details, saves);
    case "verdict":
      return `${who} ${verdictLabels[String(details.verdict)] ?? String(details.verdict)}, ${copy}${formatMinutes(details.activeMs)}${details.stands === false ? "; the verdict was changed later" : ""}.`;
    case "skip":
      return `${who} skipped it.`;
    case "coded-answer":
      return `The answers of ${details.coder} were added.`;
    case "review":
      return `${who} ${reviewLabels[String(details.decision)] ?? String(details.decision)}${details.isSample ? ", as part of the random sample" : ""}.${undone}`;
    case "re-review":
      return `${who} sent it to review again.`;
    case "accepted":
      return `It was accepted${actorName === null ? " by rule" : ` by ${actorName}`}${details.cause === "together" ? " together with others, not reviewed individually" : ""}.${details.revoked ? " This was undone later." : ""}`;
    case "re-solve":
      return details.passed === null || details.passed === undefined
        ? "It was sent to a blind re-solve."
        : `The blind re-solve ${details.passed ? "confirmed" : "did not confirm"} the answer key.`;
    case "annotation.gold":
      return `${who} ${isGoldRemoved(details) ? "made it an ordinary item again" : actionLabels[event]}.`;
    default:
      return `${actorName ?? "The installation"} ${actionLabels[event] ?? `performed “${event}”`}.`;
  }
}

/** Whether a lead removed the expected verdict or answers of an item. */
function isGoldRemoved({ after }: Record<string, unknown>): boolean {
  return typeof after === "object" && after !== null && "gold" in after && after.gold === "null";
}

function formatRevision(who: string, copy: string, details: Record<string, unknown>, saves: number): string {
  const times = saves === 1 ? "" : `, ${saves} times`;
  if (details.origin === "review") return `${who} wrote a new version in review${times}.`;
  if (details.origin === "choose") return `${who} chose between two versions of ${copy}.`;
  if (details.origin === "sibling") return `${who} cut a sentence that was cut in a story of the same source.`;
  const branchNote =
    typeof details.branch === "string" && details.branch !== "main" ? ", late, as a branch of the newer text" : "";
  return `${who} saved ${copy}${branchNote}${times}.`;
}

const verdictLabels: Readonly<Record<string, string>> = {
  sound: "found it sound as it is",
  refined: "submitted a refined text",
  irreparable: "marked it as unusable",
  answered: "answered it",
};

const reviewLabels: Readonly<Record<string, string>> = {
  accept: "accepted it in review",
  change: "accepted it in review with changes",
  return: "returned it to its annotator",
};

/** Labels of actions on items that are recorded only in the audit log, by the names of these actions. */
export const actionLabels: Readonly<Record<string, string>> = {
  "annotation.publish": "published it in the benchmark",
  "annotation.requeue": "reopened it",
  "annotation.reopen": "reopened the submitted item",
  "annotation.suggest-cut": "cut a sentence in a story of the same source and asked to check this item",
  "annotation.assign": "assigned it",
  "annotation.release": "removed the assignment, so that anyone can get it",
  "annotation.park": "parked it",
  "annotation.comment": "commented on it",
  "annotation.resolve-comment": "resolved a comment",
  "annotation.choose-branch": "chose which of two versions to keep",
  "annotation.pull-back": "pulled it back from its annotator",
  "annotation.reassign": "reassigned it to another annotator",
  "annotation.prioritise": "moved it in the queue",
  "annotation.accept-together": "accepted it without an individual review",
  "annotation.retire": "removed it from the collection",
  "annotation.source": "corrected the source of its story",
  "annotation.replace": "replaced it by a new item from the same original",
  "annotation.gold": "made it a hidden gold item",
  "annotation.second-look": "requested a re-review because a rule changed",
  "review.undo": "undid the review's decision",
  "re-solve.pass": "accepted it after the re-solve",
  "re-solve.reject": "rejected it after the re-solve",
};

function formatMinutes(activeMs: unknown): string {
  return typeof activeMs === "number" && activeMs > 0
    ? `, after ${formatNumber(activeMs / 60_000)} active minutes`
    : "";
}

function formatCountWithNoun(value: unknown, word: string): string {
  const count = typeof value === "number" ? value : 0;
  return count === 0 ? `no ${word}` : count === 1 ? `one ${word}` : `${count} ${word}s`;
}
