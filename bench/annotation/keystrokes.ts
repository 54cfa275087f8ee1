import type { KsteDocument } from "../../lib/domain/annotation/documents/kste-document.ts";
import { runWorkspaceChecks } from "../../lib/domain/annotation/workspace/workspace-checks.ts";
import {
  applyWorkspaceStep,
  fieldText,
  type WorkspaceState,
  workspaceStateFrom,
} from "../../lib/domain/annotation/workspace/workspace-state.ts";
import { seededRandom } from "../../lib/domain/random.ts";
import { createAnchor } from "../../lib/domain/stories/anchors/anchor.ts";
import { parseWords } from "../../lib/domain/words/words.ts";

export interface KeystrokeFigures {
  words: number;
  keystrokes: number;
  p50: number;
  p99: number;
}

/**
 * Measures one typed letter in the workspace with a story of 1,000 words and its original: the step of the history,
 * moved anchors, and every check on the screen (marks, hints with their cuts, the diffs against the original and the
 * given text). In milliseconds, without the rendering by the browser.
 */
export function measureKeystrokes(): KeystrokeFigures {
  const original = story(1_000);
  const given = original.replace("She w", "Mara, not knowing about the key, w");
  const opened = parseWords(given);
  const document = {
    kind: "error",
    story: given,
    anchors: [
      createAnchor(opened, "knowledge", "knowledge", { start: 50, end: 70 }),
      createAnchor(opened, "event", "event", { start: 500, end: 600 }),
      createAnchor(opened, "error-1", "error", { start: 520, end: 560 }),
    ],
    ...texts,
  } as unknown as KsteDocument;
  const item = {
    kind: "error" as const,
    original: { externalId: "story_1", document: { kind: "original", story: original, anchors: [] } as never },
    givenDocument: document,
    siblings: [],
  };
  let state: WorkspaceState = workspaceStateFrom(document, null);
  let caret = fieldText(state, "story").indexOf(" ", (opened.words[530]?.start as number) + 1);
  const times: number[] = [];
  for (const letter of "quietly and then walked straight to the third flowerpot as if told, ".repeat(3)) {
    const began = performance.now();
    state = applyWorkspaceStep(state, {
      does: "type",
      field: "story",
      edit: { start: caret, end: caret, text: letter },
    });
    runWorkspaceChecks(state, item);
    times.push(performance.now() - began);
    caret += 1;
  }
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] as number) * 10) / 10;
  return { words: opened.words.length, keystrokes: times.length, p50: at(0.5), p99: at(0.99) };
}

const texts = {
  character: "Mara",
  implausibleKnowledge: "",
  originalEvent: null,
  knowledgeExplanation: null,
  modifiedExplanation: null,
};

/** A synthetic story with paragraphs, and a character named every few sentences. */
function story(words: number): string {
  const random = seededRandom("keystrokes");
  const vocabulary = Array.from({ length: 600 }, (_, index) => `w${index.toString(36)}`);
  const sentences: string[] = [];
  for (let count = 0; count < words; ) {
    const length = 8 + random.below(14);
    const body = Array.from({ length }, () => vocabulary[random.below(vocabulary.length)]).join(" ");
    sentences.push(`${["Mara", "She", "The clerk"][random.below(3)]} ${body}.${random.below(6) === 0 ? "\n\n" : " "}`);
    count += length + 1;
  }
  return sentences.join("").trim();
}
