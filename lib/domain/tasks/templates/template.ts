import type { TaskSchemaDocument } from "../schema/task-schema.ts";

/** A schema to start from, with an example of the fields of an item and of its keys. */
export interface TaskTemplate {
  id: string;
  label: string;
  /** The intended use as a short noun phrase, such as "one label for a text". */
  purpose: string;
  document: TaskSchemaDocument;
  example: { fields: Readonly<Record<string, unknown>>; gold: Readonly<Record<string, unknown>> };
}
