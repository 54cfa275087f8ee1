import type { Item } from "../items/item.ts";
import type { ConditionLevels, Wording } from "../items/kinds/item-kind.ts";
import { renderPrompt, renderStimulus } from "../items/stimulus.ts";

/**
 * Whether a model was shown what people were shown.
 *
 * - `verified`: its prompt, or its content fingerprint, proves the same story, question, statement and options in order.
 * - `mismatch`: it proves that something differs.
 * - `unverified`: the prediction says nothing about what the model was shown.
 */
export type Parity = "verified" | "mismatch" | "unverified";

/** Where a mismatch lies. `template`: only the words around the item differ from those of the declared prompt. */
export type ParityDifference = "story" | "question" | "statement" | "options" | "template" | "fingerprint";

export interface ParityFinding {
  parity: Parity;
  differs: ParityDifference[];
}

export interface Evidence {
  prompt?: string | null | undefined;
  contentFingerprint?: string | null | undefined;
}

/** Prompt templates that an item kind renders itself, so that every word of them can be held against it. */
const renderedPrompts = ["human", "simplified"];

/**
 * Decides parity from what a prediction carries. A prompt counts more than a fingerprint, because it can be read.
 *
 * Runs of white space count as one space. A prompt that declares a template of ours (`prompt=human`, `simplified`) must
 * be that text to the letter; any other prompt must contain story, question, statement and options, word for word and in
 * that order. 16 of the 560 presentations of Street et al. (section 3.2) differed between people and models, by words.
 *
 * @param levels the condition that the prediction declares
 * @param wording the study's own texts, when people read others than the kind's defaults
 */
export function decideParity(
  item: Item,
  levels: ConditionLevels,
  evidence: Evidence,
  wording: Wording = {},
): ParityFinding {
  if (evidence.prompt !== undefined && evidence.prompt !== null)
    return fromPrompt(item, levels, evidence.prompt, wording);
  if (evidence.contentFingerprint) {
    const { contentFingerprint } = renderStimulus(item, levels, wording);
    return contentFingerprint === evidence.contentFingerprint ? verified : mismatch(["fingerprint"]);
  }
  return { parity: "unverified", differs: [] };
}

const verified: ParityFinding = { parity: "verified", differs: [] };

function mismatch(differs: ParityDifference[]): ParityFinding {
  return { parity: "mismatch", differs };
}

function fromPrompt(item: Item, levels: ConditionLevels, prompt: string, wording: Wording): ParityFinding {
  const shown = spaced(prompt);
  if (shown === spaced(renderPrompt(item, levels, wording))) return verified;
  const missing = missingParts(item, levels, shown, wording);
  if (missing.length > 0) return mismatch(missing);
  return renderedPrompts.includes(levels.prompt ?? "") ? mismatch(["template"]) : verified;
}

/** The parts that do not stand in the prompt, or not after the parts before them. */
function missingParts(item: Item, levels: ConditionLevels, shown: string, wording: Wording): ParityDifference[] {
  const { screens } = renderStimulus(item, levels, wording);
  const answer = screens.at(-1);
  const parts: [ParityDifference, string][] = [
    ["story", item.story.text],
    ["question", answer?.question ?? ""],
    ["statement", answer?.statement ?? ""],
    ...item.options.map((option): [ParityDifference, string] => ["options", option]),
  ];
  const missing = new Set<ParityDifference>();
  let from = 0;
  for (const [name, text] of parts) {
    const part = spaced(text);
    const at = shown.indexOf(part, from);
    if (at < 0) missing.add(name);
    else from = at + part.length;
  }
  return [...missing];
}

function spaced(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
