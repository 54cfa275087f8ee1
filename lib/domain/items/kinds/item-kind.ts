import type * as z from "zod";
import type { TaskScreen } from "../../tasks/screens/task-screen.ts";
import type { Answer, Item } from "../item.ts";
import type { KindTask } from "./kind-task.ts";

/** The levels of a condition by factor: `{ story: "no-story", questionOrder: "true-false" }`. */
export type ConditionLevels = Readonly<Record<string, string>>;

/** A factor that a study may vary for a kind, with its levels in a fixed order. */
export interface Factor {
  name: string;
  label: string;
  /**
   * `hint` describes the effect of a level if its label is not sufficient. A level with `onRequest` is included in a
   * new study only if someone selects it.
   */
  levels: { value: string; label: string; hint?: string; onRequest?: true }[];
}

/** Texts that a study may override; each kind has its own defaults. */
export type Wording = Readonly<Record<string, string>>;

export interface Option {
  value: string;
  label: string;
}

/** A run of words that a display condition marks, as half-open word positions. */
export interface Highlight {
  range: [number, number];
  mark: "event" | "knowledge";
}

/** The content of one screen of an item: everything a person sees, without the key and without the condition's name. */
export interface KindScreen {
  name: "story" | "answer";
  instruction: string;
  /**
   * Whether the instruction is above the story on the question's screen. It is always above the story on the story's
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
  /** The stimulus and the questions of a task, in place of story, question and statement. */
  task?: TaskScreen;
}

/** The screen of an item kind, with settings that the study has for all kinds: whether the story's title is shown. */
export interface StimulusScreen extends KindScreen {
  title: string | null;
  /** The parts that are Markdown; absent if all parts are plain text. */
  markdown?: readonly ("story" | "question" | "statement" | "options")[];
}

/** The texts of all screens of an item, each once. A prompt combines them in its own order. Missing texts are empty. */
export interface ShownParts {
  /** The instruction above the story on a separate screen. */
  reading: string;
  /** Contains the marks, and the title if people see it. */
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
  | "not-answered"
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
      /** A message in English, for machines and researchers. */
      message: string;
      /**
       * The reason, for a sentence in the participant's language; absent if the form itself cannot cause the problem.
       */
      reason?: AnswerRefusal;
      /** Values for that sentence: for a text that is too long, the excess and the limit. */
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
 * A type of question: its task schema, and what a schema does not state (conditions, screens, prompts, marks,
 * codebook).
 *
 * A new kind needs a folder next to this file, a line in `registry.ts` and an input component
 * (`components/survey/inputs`).
 */
export interface ItemKind {
  name: string;
  label: string;
  /** The kind as a task schema; absent for the kind `task`, whose items each have a schema of their own. */
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
  /** Why this kind cannot show an item row, with the field; null if it can. */
  refuseItem(item: Item): { field: string; message: string } | null;
  /** Why a gold answer does not fit its item, such as the index of a missing option. */
  refuseGold?(gold: unknown, item: Item): { field: string; message: string } | null;
  factors: Factor[];
  /** The factors that apply to an item; for kinds of which some items lack some factors. */
  factorsOf?(item: Item): Factor[];
  /**
   * The default question, for items without a question. An item with this question has the same content under any
   * wording of the task, because the question then belongs to the template. Any other question is content.
   */
  fixedQuestion?: string;
  wording: Wording;
  /**
   * The screens of an item under a condition, in order. `random` has no effect, because the option order is a level.
   */
  screens(item: Item, levels: ConditionLevels, wording: Wording, layout: Layout): KindScreen[];
  /** The marks that a condition shows in the story, never the key; absent for a kind without marks. */
  marks?(levels: ConditionLevels): readonly Highlight["mark"][];
  /**
   * Combines the texts of the screens into a prompt. The function does not receive the item, so that a prompt cannot
   * include content that people were not shown. The level `prompt` of the condition selects one of `promptStyles`. For
   * any other level, the first of `askedStyles` is used or, without these, the first style.
   */
  prompt(shown: ShownParts, levels: ConditionLevels): string;
  /**
   * The same texts as chat messages, for styles with a system message; together they have the words of `prompt`. Absent
   * or null if the prompt is a single user message.
   */
  chat?(shown: ShownParts, levels: ConditionLevels): ChatMessages | null;
  /** The styles of `prompt`. The first style has the texts that people read, in the same order. */
  promptStyles: readonly string[];
  /** The styles that an evaluation may use, the default first; absent if it may use all styles. */
  askedStyles?: readonly string[];
  /** The form fields of an answer; a request with any other field is rejected. */
  answerFields: readonly string[];
  /** The form fields of an item, for kinds whose form depends on the item. */
  formFields?(item: Item): readonly string[];
  /** Parses the fields of an HTML form, or the same fields in JSON. */
  parseAnswer(fields: Readonly<Record<string, string | string[] | undefined>>, item: Item): ParsedAnswer;
  /** The answer as one word, for tables; null for an answer without a choice. */
  answerKey(answer: Answer): string | null;
  score(answer: Answer, gold: unknown, item: Item): Score;
  /** The correct answer keys of an item without options. Null or absent if each option must be scored instead. */
  rightKeys?(gold: unknown, item: Item): string[] | null;
  /**
   * The form fields of a scripted participant who chose an option, for kinds that need more than the option.
   * `isLocated` states whether the participant finds the position in the key.
   */
  fieldsOf?(choice: string, at: { item: Item; gold: unknown; isLocated: boolean }): Record<string, string>;
  codebook: CodebookEntry[];
}

/** Whether the story has its own screen before the question. */
export type Layout = "story-then-question" | "one-screen";
