import type { GoldAnswer } from "../../annotation/schema-items/gold-answer.ts";
import type { Suggestion } from "../../annotation/schema-items/schema-item.ts";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";

/**
 * An item of a task schema with people's answers, in the form that all exports use. Annotators are identified by
 * numbers.
 */
export interface ExportedItem {
  id: string;
  /** Kind, name and version of the task schema, so that the items can be imported into a benchmark. */
  kind: "task";
  schema: string;
  schemaVersion: number;
  group: string;
  status: string;
  fields: TaskFields;
  metadata: Readonly<Record<string, string | number | boolean | null>>;
  suggestions: readonly Suggestion[];
  isSuggestionShown: boolean;
  annotations: readonly {
    annotator: string;
    answer: TaskAnswer;
    version: number;
    at: string;
    seconds: number | null;
  }[];
  /** The accepted answers; null before. */
  accepted: TaskAnswer | null;
  /** The keys of a hidden gold item by field. Only in files for the lead, never in a published folder. */
  gold?: GoldAnswer | null;
}
