import type * as z from "zod";
import type { Answer, Item } from "../item.ts";

/** The levels of a condition: `{ story: "no-story", questionOrder: "true-false" }`. */
export type ConditionLevels = Readonly<Record<string, string>>;

/** A factor that a study may vary for this kind, with its levels in a fixed order. */
export interface Factor {
  name: string;
  label: string;
  /**
   * `hint` says in half a sentence what a level does, where its label alone does not. A level `onRequest` is in a new
   * study only when someone chooses it.
   */
  levels: { value: string; label: string; hint?: string; onRequest?: true }[];
}

/** Texts that a study may set; each kind brings its own defaults. */
export type Wording = Readonly<Record<string, string>>;

export interface Option {
  value: string;
  label: string;
}

/** A run of words that a display condition marks, half-open word positions. */
export interface Highlight {
  range: [number, number];
  mark: "event" | "knowledge";
}

/** What a kind puts on one screen of an item. Everything a person sees and nothing else: no key, no condition name. */
export interface KindScreen {
  name: "story" | "answer";
  instruction: string;
  /** Whether the instruction stands above the story on the screen that asks; it always does on the story's own. */
  instructionFirst?: boolean;
  story: string | null;
  question: string | null;
  statement: string | null;
  options: Option[];
  /** Which input component collects the answer; null where there is nothing to answer. */
  input: string | null;
  highlights?: Highlight[];
}

/** A kind's screen with what a study decides for all kinds: whether the story's title stands above it. */
export interface StimulusScreen extends KindScreen {
  title: string | null;
}

/** What all screens of an item show, each text once, for a prompt to put in its own order; absent texts are empty. */
export interface ShownParts {
  /** Said above the story on a screen of its own. */
  reading: string;
  /** With its title where people see it, and its marks written into the text. */
  story: string;
  /** Said on the screen that asks. */
  instruction: string;
  question: string;
  statement: string;
  options: readonly Option[];
}

/** How well an answer did against a key. `correct` is null where the answer or the key decides nothing. */
export interface Score {
  correct: boolean | null;
  measures: Record<string, number | null>;
}

/** Why an answer that someone gave is refused. */
export type AnswerRefusal =
  | "missing"
  | "not-written"
  | "too-long"
  | "not-storable"
  | "not-offered"
  | "nothing-selected"
  | "selected-without-error"
  | "not-a-position";

export type ParsedAnswer =
  | { ok: true; answer: Answer }
  | {
      ok: false;
      field: string;
      /** In English, for machines and researchers. */
      message: string;
      /** Why, for a sentence in the participant's language; absent where only a forged post gets here. */
      reason?: AnswerRefusal;
      /** What the sentence names: of a text that is too long, by how much, and the limit. */
      values?: Readonly<Record<string, number>>;
    };

export interface CodebookEntry {
  name: string;
  description: string;
  values?: Record<string, string>;
}

/**
 * One way to ask: schema, stimulus, scorer and codebook of an item kind.
 *
 * A fifth kind is a new folder beside this file, a line in `registry.ts` and one input component
 * (`components/survey/inputs`).
 */
export interface ItemKind {
  name: string;
  label: string;
  /** Accepts the `gold` of an item file. */
  goldSchema: z.ZodType;
  /** Refuses an item row that this kind cannot show, with field and reason; null when it can. */
  refuseItem(item: Item): { field: string; message: string } | null;
  /** Refuses a gold answer that does not fit its item, such as the place of an option that is not there. */
  refuseGold?(gold: unknown, item: Item): { field: string; message: string } | null;
  factors: Factor[];
  /**
   * The task question of a kind whose items ask nothing of their own. An item with exactly this question is the same
   * content under any task wording: the question then belongs to the template. Any other question is content.
   */
  fixedQuestion?: string;
  wording: Wording;
  /** The screens of one item under one condition, in order. `random` decides nothing: an option order is a level. */
  screens(item: Item, levels: ConditionLevels, wording: Wording, layout: Layout): KindScreen[];
  /** What a condition marks in the story; absent for a kind that never marks anything. Never the key. */
  marks?(levels: ConditionLevels): readonly Highlight["mark"][];
  /**
   * Puts what the screens show into one prompt. It gets no item, so it cannot say what people were not shown. The level
   * `prompt` of the condition chooses among `promptStyles`; any other level is the first of `askedStyles`, else of them.
   */
  prompt(shown: ShownParts, levels: ConditionLevels): string;
  /** The ways in which `prompt` writes; the first has the words that people read, in their order. */
  promptStyles: readonly string[];
  /** Those that an evaluation may ask a model with, the default first; absent where it may use all of them. */
  askedStyles?: readonly string[];
  /** The form fields that carry an answer; a post with any other field is refused. */
  answerFields: readonly string[];
  /** Reads the fields of an HTML form, or of the JSON that stands for it. */
  parseAnswer(fields: Readonly<Record<string, string | string[] | undefined>>, item: Item): ParsedAnswer;
  /** The answer as one word that tables can count; null for an answer without a choice. */
  answerKey(answer: Answer): string | null;
  score(answer: Answer, gold: unknown, item: Item): Score;
  /** The answer keys that are right, for kinds without options; others are asked option by option. */
  rightKeys?(gold: unknown): string[];
  /**
   * The form fields of a scripted participant that chose an option, where the option alone is no complete answer.
   * `isLocated` says whether the participant finds the place that the key names.
   */
  fieldsOf?(choice: string, at: { item: Item; gold: unknown; isLocated: boolean }): Record<string, string>;
  codebook: CodebookEntry[];
}

/** Whether the story has a screen of its own before the question. */
export type Layout = "story-then-question" | "one-screen";
