import type { ConstructionStep } from "../stories/construction/steps.ts";
import type { KsteKind } from "../stories/items/kste-item.ts";
import type { KsteDocument } from "./documents/kste-document.ts";
import type { Pay } from "./pay.ts";
import type { Verdict } from "./requests.ts";
import type { TaskState } from "./task.ts";

/** One task in "My work". */
export interface MyTask {
  taskId: string;
  collectionId: string;
  externalId: string;
  kind: KsteKind;
  genre: string;
  state: TaskState;
  verdict: Verdict | null;
  /** What the reviewer wrote when it came back; null otherwise. */
  returnReason: string | null;
  submittedAt: string | null;
  activeMs: number;
  /** Whether `u` would reopen it: it is submitted, no review has begun, and what models answered was not read. */
  canReopen: boolean;
}

/** Hours and pay in one collection. Money in the smallest unit of the currency; null where no pay is set. */
export interface MyHours {
  collectionId: string;
  collectionName: string;
  /** Copies judged, whatever became of them since. */
  submitted: number;
  activeMs: number;
  idleMs: number;
  /** Items decided in review. */
  reviews: number;
  /** What an hour and an item are paid; where both are set the hour is the floor. */
  payPerHour: number | null;
  payPerItem: number | null;
  currency: string;
  pay: Pay | null;
  /** Null where nothing was submitted. */
  figures: OwnFigures | null;
}

export interface MyWorkAnswer {
  tasks: MyTask[];
  /** Pass it back for the next page; null at the end. */
  cursor: string | null;
  /** Of all their work; on the first page alone. */
  hours: MyHours[];
}

/** Answer to a verdict and to what else ends the work on a task. */
export interface VerdictReceipt {
  taskId: string;
  revisionId: string | null;
  verdict: Verdict | "parked" | "skipped";
  savedAt: string;
}

/** What the training shows after a verdict: what an expert saw, and the lesson of this step. */
/** A person's own statistics in a collection, counted in copies that they submitted at least once. */
export interface OwnFigures {
  judged: number;
  refined: number;
  unusable: number;
  /** Of the reviewed copies: returned at least once. */
  returned: number;
  reviewed: number;
  /** Pairs of first verdicts with others on the same items, and those that are the same. */
  same: number;
  pairs: number;
  /** Median active seconds a copy. */
  seconds: number | null;
}

export interface TrainingLesson {
  title: string;
  expertVerdict: "sound" | "refined";
  agrees: boolean;
  /** Of an item with a fault that was not called sound: whether its kind and its place were found; null for not known. */
  found: { kind: boolean | null; place: boolean | null } | null;
  whatTheExpertSaw: string;
  suggestedRepair: string | null;
  lesson: string;
}

/** What models answered before; hidden until the own verdict. */
export interface HiddenAnswers {
  /** Whether the item is decided; before, no one who works on it is told which answers are right. */
  isDecided: boolean;
  /** The imported story, in which the answers' spans count words. */
  story: string;
  answers: {
    model: string;
    condition: Record<string, string | number | boolean | null>;
    answer: string | null;
    /** Whether the answer is the key's; null where it cannot be told, or not yet. */
    isRight: boolean | null;
    /** Word positions of `story` that the model blamed. */
    spans: [number, number][];
    output: string | null;
  }[];
}

/** A regenerated text: never changed, merged by hand. */
export interface CandidateView {
  id: string;
  step: ConstructionStep;
  createdAt: string;
  /** Null when the answer could not be read as an item. */
  document: KsteDocument | null;
  problems: string[];
  prompt: { id: string; system: string; user: string };
  model: string;
  seed: number | null;
  costUsd: number | null;
  tokens: { prompt: number | null; completion: number | null };
  /** Words removed and added against the text the task had been given. */
  diff: { removed: number; added: number } | null;
}

export interface CandidatesAnswer {
  candidates: CandidateView[];
  /** Requests under way or failed, newest first. */
  jobs: { id: string; state: "waiting" | "running" | "done" | "dead"; attempts: number; message: string | null }[];
  /** Why nothing can be generated here; null when it can. */
  unavailable: string | null;
}
