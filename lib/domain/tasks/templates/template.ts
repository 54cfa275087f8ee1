import type { TaskSchemaDocument } from "../schema/task-schema.ts";

/** A schema as a starting point, with example fields of an item and example keys. */
export interface TaskTemplate {
  id: string;
  label: string;
  /** The intended use as a short noun phrase, such as "one label for a text". */
  purpose: string;
  document: TaskSchemaDocument;
  example: { fields: Readonly<Record<string, unknown>>; gold: Readonly<Record<string, unknown>> };
}
