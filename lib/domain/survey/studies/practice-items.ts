import type { Item } from "../../items/item.ts";
import { itemKinds } from "../../items/kinds/registry.ts";
import { findItemGoldProblem } from "../../items/refuse-gold.ts";
import { optionsOf } from "../../items/stimulus.ts";
import { parseWords, textOfWords } from "../../words/words.ts";
import { newestWordsEdition } from "../languages/item-wording.ts";
import type { Protocol } from "../protocol.ts";
import type { PracticeStep } from "../screens.ts";
import { shortName } from "./edit-draft.ts";

export type PracticeItem = PracticeStep["items"][number];
type Gold = PracticeItem["gold"];

/** A new practice: one item of a kind, with feedback and two attempts. */
export function newPracticeStep(protocol: Pick<Protocol, "steps">, kind: string): PracticeStep {
  const factors = itemKinds[kind]?.factors ?? [];
  const block = protocol.steps.find((step) => step.kind === "items");
  return {
    kind: "practice",
    key: shortName(
      "practice",
      protocol.steps.map(({ key }) => key),
    ),
    title: "To try it out",
    items: [newPracticeItem(kind)],
    levels: Object.fromEntries(factors.map(({ name, levels }) => [name, levels[0]?.value ?? ""])),
    wording: {},
    wordsEdition: newestWordsEdition,
    dwellSeconds: 0,
    layout: block?.kind === "items" ? block.layout : "story-then-question",
    training: { policy: "flag", tries: 2, needed: 1 },
  };
}

/** A new practice item; the researcher fills in its texts, including two options if the kind needs them. */
export function newPracticeItem(kind: string): PracticeItem {
  const item = { kind, story: { title: "", genre: "", text: "" }, text: "", options: [] };
  const needsOptions = itemKinds[kind]?.refuseItem(item)?.field === "options";
  return { ...item, options: needsOptions ? ["", ""] : [] };
}

/** The right option of a key; null if the key has none. */
export function rightOption(item: Item, gold: unknown): string | null {
  const kind = itemKinds[item.kind];
  if (!kind || gold === undefined) return null;
  const isRight = ({ value }: { value: string }) => kind.score({ choice: value }, gold, item).correct === true;
  return optionsOf(item).find(isRight)?.value ?? null;
}

/**
 * The key for which a given option is right.
 *
 * @param wrongWords words of the story that are its error, for the kind that needs them
 * @returns undefined if the kind has no such key
 */
export function goldOfOption(item: Item, option: string, wrongWords = ""): Gold {
  const kind = itemKinds[item.kind];
  const spans = findWordRanges(item.story.text, wrongWords);
  const optionIndices = item.options.map((_text, optionIndex) => optionIndex);
  const candidates: Gold[] = [
    true,
    false,
    "yes",
    "no",
    ...optionIndices,
    { consistent: true, spans: [] },
    { consistent: false, spans },
  ];
  const isKeyOfOption = (gold: Gold) =>
    findItemGoldProblem(item, gold) === null && kind?.score({ choice: option }, gold, item).correct === true;
  return candidates.find(isKeyOfOption);
}

/** The key of a free-text question. */
export function goldOfTexts(texts: readonly string[]): Gold {
  return texts.length === 0 ? undefined : { accept: [...texts] };
}

/** The accepted texts of such a key. */
export function textsOfGold(gold: unknown): string[] {
  const accept = typeof gold === "object" && gold !== null && "accept" in gold ? gold.accept : [];
  return Array.isArray(accept) ? accept.filter((text): text is string => typeof text === "string") : [];
}

/** The wrong words of the story in a key; empty for other keys. */
export function wrongWordsOf(item: Item, gold: unknown): string {
  const spans = typeof gold === "object" && gold !== null && "spans" in gold ? gold.spans : [];
  if (!Array.isArray(spans)) return "";
  const story = parseWords(item.story.text);
  const parts = (spans as [number, number][]).map(([start, end]) => textOfWords(story, { start, end }));
  return parts.join(" … ");
}

/** The positions of the parts of a text (separated by "…") in a story, as half-open ranges of words, if they occur. */
function findWordRanges(story: string, wanted: string): [number, number][] {
  const words = parseWords(story).words.map(({ text }) => text);
  return wanted.split("…").flatMap((part): [number, number][] => {
    const searchWords = parseWords(part).words.map(({ text }) => text);
    if (searchWords.length === 0) return [];
    const start = words.findIndex((_word, at) => searchWords.every((word, index) => words[at + index] === word));
    return start < 0 ? [] : [[start, start + searchWords.length]];
  });
}
