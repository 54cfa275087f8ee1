import type { ConstructionStep } from "../stories/construction/steps.ts";
import type { KsteKind } from "../stories/items/kste-item.ts";
import type { KsteDocument } from "./documents/kste-document.ts";
import type { Pay } from "./pay.ts";
import type { CopyVerdict } from "./requests.ts";
import type { GoldComparison } from "./schema-items/gold-answer.ts";
import type { TaskState } from "./task.ts";

/** One task in "My work". */
export interface MyTask {
  taskId: string;
  collectionId: string;
  externalId: string;
  kind: KsteKind;
  genre: string;
  state: TaskState;
  verdict: CopyVerdict | null;
  /** The reviewer's comment when it was returned; null otherwise. */
  returnReason: string | null;
  submittedAt: string | null;
  activeMs: number;
  /**
   * Whether the person can reopen the task with the key `u`: the task is submitted, no review has begun, and the person
   * has not read the models' answers.
   */
  canReopen: boolean;
}

/** Hours and pay in one collection. Money in the smallest currency unit; null if no pay is set. */
export interface MyHours {
  collectionId: string;
  collectionName: string;
  /** Copies judged, independent of their current status. */
  submitted: number;
  activeMs: number;
  idleMs: number;
  /** Items decided in review. */
  reviews: number;
  /** Pay per hour and per item; if both are set, the hourly pay is the minimum. */
  payPerHour: number | null;
  payPerItem: number | null;
  currency: string;
  pay: Pay | null;
  /** Null if nothing was submitted. */
  figures: PersonalFigures | null;
}

export interface MyWorkAnswer {
  tasks: MyTask[];
  /** Cursor for the next page; null at the end. */
  cursor: string | null;
  /** Totals of all work of this person; only on the first page. */
  hours: MyHours[];
}

/** Response to a verdict, and to the other requests that end work on a task. */
export interface VerdictReceipt {
  taskId: string;
  revisionId: string | null;
  verdict: CopyVerdict | "parked" | "skipped";
  savedAt: string;
}

/** A person's own statistics in a collection, over the copies that they submitted at least once. */
export interface PersonalFigures {
  judged: number;
  refined: number;
  unusable: number;
  /** Number of reviewed copies that were returned at least once. */
  returned: number;
  reviewed: number;
  /** Pairs of first verdicts of this person and other people on the same items, and the number of equal pairs. */
  same: number;
  pairs: number;
  /** Median active seconds per copy. */
  seconds: number | null;
}

/** The feedback after a practice item. */
export type TrainingLesson = StoryLesson | AnswerLesson;

/** The given answers to a practice item of a task schema, next to the expected answers. */
export interface AnswerLesson {
  title: string;
  expertVerdict: "answered";
  agrees: boolean;
  answers: GoldComparison[];
  lesson: string;
}

export interface StoryLesson {
  title: string;
  expertVerdict: "sound" | "refined";
  agrees: boolean;
  /** For a faulty item that was not judged sound: whether its kind and its position were found; null if unknown. */
  found: { kind: boolean | null; place: boolean | null } | null;
  whatTheExpertSaw: string;
  suggestedRepair: string | null;
  lesson: string;
}

/** Earlier answers of models, which are hidden until the person has given a verdict. */
export interface HiddenAnswers {
  /** Whether the item is decided. Before that, annotators do not see which of the answers are correct. */
  isDecided: boolean;
  /** The imported story, to which the word positions of the answers refer. */
  story: string;
  answers: {
    model: string;
    condition: Record<string, string | number | boolean | null>;
    answer: string | null;
    /** Whether the answer matches the key; null if unknown or not shown yet. */
    isRight: boolean | null;
    /** Word positions of `story` that the model marked as wrong. */
    spans: [number, number][];
    output: string | null;
  }[];
}

/** A regenerated text: never changed, merged manually. */
export interface CandidateView {
  id: string;
  step: ConstructionStep;
  createdAt: string;
  /** Null if the answer could not be parsed as an item. */
  document: KsteDocument | null;
  problems: string[];
  prompt: { id: string; system: string; user: string };
  model: string;
  seed: number | null;
  costUsd: number | null;
  tokens: { prompt: number | null; completion: number | null };
  /** Words removed and added relative to the text of the task. */
  diff: { removed: number; added: number } | null;
}

export interface CandidatesAnswer {
  candidates: CandidateView[];
  /** Running and failed requests, newest first. */
  jobs: { id: string; state: "waiting" | "running" | "done" | "dead"; attempts: number; message: string | null }[];
  /** Why nothing can be generated here; null if generation is possible. */
  unavailable: string | null;
}
