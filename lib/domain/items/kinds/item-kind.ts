import type * as z from "zod";
import type { TaskScreen } from "../../tasks/screens/task-screen.ts";
import type { Answer, Item } from "../item.ts";
import type { KindTask } from "./kind-task.ts";

/** The levels of a condition: `{ story: "no-story", questionOrder: "true-false" }`. */
export type ConditionLevels = Readonly<Record<string, string>>;

/** A factor that a study may vary for this kind, with its levels in a fixed order. */
export interface Factor {
  name: string;
  label: string;
  /**
   * `hint` describes the effect of a level in half a sentence, if its label is not sufficient. A level `onRequest` is
   * included in a new study only if someone selects it.
   */
  levels: { value: string; label: string; hint?: string; onRequest?: true }[];
}

/** Texts that a study may override; each kind has its own defaults. */
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

/** The content of one screen of an item. Everything a person sees and nothing else: no key, no condition name. */
export interface KindScreen {
  name: "story" | "answer";
  instruction: string;
  /**
   * Whether the instruction is shown above the story on the question's screen; it is always shown on the story's own
   * screen.
   */
  instructionFirst?: boolean;
  story: string | null;
  question: string | null;
  statement: string | null;
  options: Option[];
  /** The input component that collects the answer; null if the screen has no answer. */
  input: string | null;
  highlights?: Highlight[];
  /** What a task shows and asks, instead of story, question and statement. */
  task?: TaskScreen;
}

/** A kind's screen with the study's settings for all kinds: whether the story's title is shown above it. */
export interface StimulusScreen extends KindScreen {
  title: string | null;
  /** The parts that are Markdown; absent if all are plain. */
  markdown?: readonly ("story" | "question" | "statement" | "options")[];
}

/**
 * The contents of all screens of an item, each text once, which a prompt combines in its own order; absent texts are
 * empty.
 */
export interface ShownParts {
  /** Shown above the story on a separate screen. */
  reading: string;
  /** Includes the title if people see it, and the marks in the text. */
  story: string;
  /** Shown on the question's screen. */
  instruction: string;
  question: string;
  statement: string;
  options: readonly Option[];
  task?: TaskScreen;
}

/** The score of an answer against a key. `correct` is null if the answer or the key is not decisive. */
export interface Score {
  correct: boolean | null;
  measures: Record<string, number | null>;
}

/** Why a given answer is refused. */
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
      /** The reason, for a sentence in the participant's language; absent if only a forged request gets here. */
      reason?: AnswerRefusal;
      /** Values for the sentence: for a text that is too long, the excess and the limit. */
      values?: Readonly<Record<string, number>>;
      /** Further problems of the same answer. */
      more?: readonly { field: string; message: string; reason?: AnswerRefusal }[];
    };

export interface CodebookEntry {
  name: string;
  description: string;
  values?: Record<string, string>;
}

/** A prompt as two messages. */
export interface ChatMessages {
  system: string;
  user: string;
}

/** How the answer to an item is found in a model's text. */
export interface ReplyForm {
  /** Answer words in lower case with their answer keys; absent for a kind whose answers are letters of options. */
  words?: Readonly<Record<string, string>>;
  /** The number of letters that are accepted while the options are unknown. */
  letters?: number;
  /** Whether "the statement is true" is an answer. */
  readsStatements?: true;
  /** Whether the text has reasoning, quotes and a conclusion about errors in a story. */
  readsErrors?: true;
}

/**
 * One type of question: its task schema, and the plug-in with what a schema does not state (conditions, screens, prompts,
 * marks and codebook).
 *
 * A new kind needs a folder next to this file with both, a line in `registry.ts` and an input component
 * (`components/survey/inputs`).
 */
export interface ItemKind {
  name: string;
  label: string;
  /** The kind as a task schema; absent for the kind `task`, each of whose items has its own. */
  task?: KindTask;
  /** Where the options come from: the kind, the item, its task schema; `none` for an answer in one's own words. */
  optionSource: "kind" | "item" | "schema" | "none";
  /** The number of options, if every item has the same number. */
  optionCount?: number;
  /** What the text of an item is called in forms; a question by default. */
  textLabel?: string;
  /** Whether an answer also marks words of the story, and localisation compares them with the key. */
  isLocalised?: true;
  /** The name in the form for new items; absent for a kind whose items are only imported. */
  formLabel?: string;
  /** Common names in tables, in lower case and without punctuation. */
  commonNames?: readonly string[];
  /** The words of a key in tables with the key, for a kind with options of its own. */
  keyWords?: Readonly<Record<string, string | boolean>>;
  /** Absent for a kind whose answers are not read by these rules, but by a task schema. */
  reply?: ReplyForm;
  /** Validates the `gold` of an item file. */
  goldSchema: z.ZodType;
  /** Refuses an item row that this kind cannot show, with field and reason; null if it can. */
  refuseItem(item: Item): { field: string; message: string } | null;
  /** Refuses a gold answer that does not fit its item, such as the index of a missing option. */
  refuseGold?(gold: unknown, item: Item): { field: string; message: string } | null;
  factors: Factor[];
  /** The factors that change how this item is shown, for a kind of which not all items have all factors. */
  factorsOf?(item: Item): Factor[];
  /**
   * The default question of a kind whose items have no question. An item with exactly this question has the same
   * content under any wording of the task: the question then belongs to the template. Any other question is content.
   */
  fixedQuestion?: string;
  wording: Wording;
  /** The screens of one item under one condition, in order. `random` has no effect: the option order is a level. */
  screens(item: Item, levels: ConditionLevels, wording: Wording, layout: Layout): KindScreen[];
  /** The marks of a condition in the story; absent for a kind without marks. Never the key. */
  marks?(levels: ConditionLevels): readonly Highlight["mark"][];
  /**
   * Combines the contents of the screens into one prompt. It does not receive the item, so it cannot include content
   * that people were not shown. The level `prompt` of the condition selects one of `promptStyles`; any other level
   * selects the first of `askedStyles`, otherwise the first of them.
   */
  prompt(shown: ShownParts, levels: ConditionLevels): string;
  /**
   * The same contents as the messages of a chat, where a style has a system message; together they have the words of
   * `prompt`. Absent, or null, if the prompt is one message of the user.
   */
  chat?(shown: ShownParts, levels: ConditionLevels): ChatMessages | null;
  /** The styles of `prompt`; the first has the texts that people read, in their order. */
  promptStyles: readonly string[];
  /** The styles that an evaluation may use, the default first; absent if it may use all of them. */
  askedStyles?: readonly string[];
  /** The form fields of an answer; a request with any other field is rejected. */
  answerFields: readonly string[];
  /** The form fields of an item, for a kind whose form depends on the item. */
  formFields?(item: Item): readonly string[];
  /** Parses the fields of an HTML form, or of equivalent JSON. */
  parseAnswer(fields: Readonly<Record<string, string | string[] | undefined>>, item: Item): ParsedAnswer;
  /** The answer as one word for tables; null for an answer without a choice. */
  answerKey(answer: Answer): string | null;
  score(answer: Answer, gold: unknown, item: Item): Score;
  /** The correct answer keys of an item without options; null, or absent, if each option is to be checked. */
  rightKeys?(gold: unknown, item: Item): string[] | null;
  /**
   * The form fields of a scripted participant that chose an option, if the option alone is not a complete answer.
   * `isLocated` states whether the participant finds the position in the key.
   */
  fieldsOf?(choice: string, at: { item: Item; gold: unknown; isLocated: boolean }): Record<string, string>;
  codebook: CodebookEntry[];
}

/** Whether the story has its own screen before the question. */
export type Layout = "story-then-question" | "one-screen";
