import type { Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { conditionKey, levelsOfKey, renderStimulus } from "@/lib/domain/items/stimulus.ts";
import type { PredictionRow } from "@/lib/domain/models/prediction-row.ts";
import { groupBy } from "../../domain/group-by.ts";
import type { ItemRowColumns } from "../items/item-of-row.ts";
import type { MatchMethod } from "./match-counts.ts";

interface KnownItem {
  id: string;
  item: Item;
  /** Text and story with runs of white space replaced by one space. */
  text: string;
  story: string;
}

/** What a record states about its item. */
export interface ItemReference {
  name: string | number;
  prompt: string | null;
  /** Story and question, if they are stated separately from the prompt. */
  asked?: { story: string; text: string } | null;
  contentFingerprint?: string | null;
  condition: ConditionLevels;
}

export interface MatchedItem {
  item: string;
  by: MatchMethod;
  /** The condition that the name itself states. */
  levels?: ConditionLevels;
}

/** The length of the prefix by which a text's item is looked up; items with shorter texts are compared one by one. */
const keyLength = 24;

/** An item in the database. */
export type ItemToMatch = ItemRowColumns & { id: string };

/** Finds the benchmark item of a record. */
export class ItemMatcher {
  private readonly byId: ReadonlyMap<string, KnownItem>;
  private readonly byBeginning: ReadonlyMap<string, KnownItem[]>;
  private readonly short: readonly KnownItem[];
  /**
   * Items by story and question; null if several items have the same story and question. Built when the first record
   * states both.
   */
  private byWords: Map<string, KnownItem | null> | null = null;
  private readonly known = new Map<string, KnownItem | null>();
  private readonly fingerprints = new Map<string, ReadonlyMap<string, KnownItem>>();

  private readonly items: readonly KnownItem[];

  /** @param items the newest versions of a benchmark's items */
  constructor(items: readonly ItemToMatch[]) {
    this.items = items.map(({ id, kind, text, options, attributes, story, title, genre }) => ({
      id,
      item: { kind, text, options, attributes, story: { title, genre, text: story } },
      text: normaliseSpaces(text),
      story: normaliseSpaces(story),
    }));
    this.byId = new Map(this.items.map((item) => [item.id, item]));
    this.short = this.items.filter(({ text }) => text.length < keyLength);
    this.byBeginning = groupBy(this.items, ({ text }) => (text.length < keyLength ? null : text.slice(0, keyLength)));
  }

  /** The item of a row in Parallax's own format, by its name or otherwise by its content; null if there is no match. */
  findRow({ item, prompt = null, contentFingerprint = null, condition }: PredictionRow): MatchedItem | null {
    if (this.byId.has(item)) return { item, by: "id" };
    return this.findByContent({ name: item, prompt, contentFingerprint, condition });
  }

  /**
   * Finds the item of a log's record: the item with the record's ID, unless the prompt contains another item, because
   * row numbers of evaluation harnesses are often unrelated IDs. Without a matching ID, the following are tried in
   * order: the content fingerprint; the only item whose story and question are in the prompt; the only item whose ID
   * and condition form the record's document ID in our task files ("q-1|optionOrder=reversed"). Null if no item or
   * several items match.
   */
  find(record: ItemReference): MatchedItem | null {
    const itemByText = record.asked ? this.findAsked(record.asked) : null;
    if (itemByText !== null) return { item: itemByText.id, by: "text" };
    const itemByName = this.byId.get(String(record.name));
    const normalisedPrompt = record.prompt === null ? null : normaliseSpaces(record.prompt);
    if (itemByName !== undefined && (normalisedPrompt === null || isInPrompt(itemByName, normalisedPrompt)))
      return { item: itemByName.id, by: "id" };
    const found = this.findByContent(record);
    if (found !== null) return found;
    const document =
      itemByName === undefined && normalisedPrompt === null ? this.findDocument(String(record.name)) : null;
    if (document !== null) return document;
    return itemByName !== undefined && typeof record.name === "string" ? { item: itemByName.id, by: "id" } : null;
  }

  /** The item of a record by its content fingerprint, otherwise by its prompt. */
  findByContent({ prompt, contentFingerprint, condition }: ItemReference): MatchedItem | null {
    const fingerprintMatch = contentFingerprint ? this.fingerprintsUnder(condition).get(contentFingerprint) : undefined;
    if (fingerprintMatch !== undefined) return { item: fingerprintMatch.id, by: "fingerprint" };
    const matchedItem = prompt === null ? null : this.inPrompt(normaliseSpaces(prompt));
    return matchedItem === null ? null : { item: matchedItem.id, by: "text" };
  }

  private findAsked(asked: { story: string; text: string }): KnownItem | null {
    if (this.byWords === null) {
      this.byWords = new Map();
      for (const item of this.items) {
        const words = textKeyOf(item);
        this.byWords.set(words, this.byWords.has(words) ? null : item);
      }
    }
    return this.byWords.get(textKeyOf(asked)) ?? null;
  }

  private findDocument(name: string): MatchedItem | null {
    const separatorIndex = name.lastIndexOf("|");
    const itemByName = separatorIndex < 0 ? undefined : this.byId.get(name.slice(0, separatorIndex));
    const levels = levelsOfKey(name.slice(separatorIndex + 1));
    if (itemByName === undefined || conditionKey(levels) !== name.slice(separatorIndex + 1)) return null;
    return { item: itemByName.id, by: "id", levels };
  }

  private fingerprintsUnder(condition: ConditionLevels): ReadonlyMap<string, KnownItem> {
    // The question does not depend on the style of the prompt or on its examples.
    const { prompt: _prompt, shots: _shots, ...stimulusLevels } = condition;
    const key = conditionKey(stimulusLevels);
    const itemByFingerprint =
      this.fingerprints.get(key) ??
      new Map(this.items.map((known) => [renderStimulus(known.item, stimulusLevels).contentFingerprint, known]));
    // Normal files have few conditions; this limits the memory for a file with hundreds of conditions.
    if (this.fingerprints.size > 40) this.fingerprints.clear();
    this.fingerprints.set(key, itemByFingerprint);
    return itemByFingerprint;
  }

  /**
   * Finds the item in a prompt. The last result is cached, because repeats and filters produce equal prompts, usually
   * consecutive ones.
   */
  private inPrompt(prompt: string): KnownItem | null {
    const cached = this.known.get(prompt);
    if (cached !== undefined) return cached;
    if (this.known.size > 1_000) this.known.clear();
    const matches = this.candidates(prompt).filter((item) => isInPrompt(item, prompt));
    const longest = Math.max(...matches.map(({ text, story }) => text.length + story.length));
    const best = matches.filter(({ text, story }) => text.length + story.length === longest);
    const item = best.length === 1 ? (best[0] ?? null) : null;
    this.known.set(prompt, item);
    return item;
  }

  private candidates(prompt: string): KnownItem[] {
    const candidates = new Set(this.short);
    for (let start = 0; start + keyLength <= prompt.length; start += 1)
      for (const item of this.byBeginning.get(prompt.slice(start, start + keyLength)) ?? []) candidates.add(item);
    return [...candidates];
  }
}

function textKeyOf({ story, text }: { story: string; text: string }): string {
  return JSON.stringify([normaliseSpaces(story), normaliseSpaces(text)]);
}

function isInPrompt({ text, story }: KnownItem, prompt: string): boolean {
  return text !== "" && prompt.includes(text) && prompt.includes(story);
}

function normaliseSpaces(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
