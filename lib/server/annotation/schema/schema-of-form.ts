import { startingTasks } from "@/lib/domain/annotation/starting-tasks.ts";
import { readLabelStudioConfig } from "@/lib/domain/interchange/annotation/label-studio-config.ts";
import { parseTaskSchema, type TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { AppError } from "../../platform/errors/app-error.ts";

/**
 * The task schema that was chosen in a form: a template by its ID, or a document (a task schema as JSON, or a labelling
 * configuration of Label Studio as XML). Null for a collection of stories.
 */
export function schemaOfForm(task: string, document: string): TaskSchema | null {
  if (task === "" || task === "stories") return null;
  const text = document.trim();
  if (task === "label-studio") {
    const read = readLabelStudioConfig(text);
    if (!read.ok) throw new AppError("invalid", read.message, "document");
    return read.schema;
  }
  const template = startingTasks.find(({ id }) => id === task);
  return parsedSchema(template ? template.document : parsedJson(text));
}

/** Parses a task schema from JSON text; throws a refusal that names the field of its first problem. */
export function schemaOfText(text: string): TaskSchema {
  return parsedSchema(parsedJson(text));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid", "The task schema is not JSON.", "document");
  }
}

function parsedSchema(document: unknown): TaskSchema {
  const parsed = parseTaskSchema(document);
  if (parsed.ok) return parsed.schema;
  const [problem] = parsed.problems;
  throw new AppError("invalid", `The task schema: ${problem?.field || "document"} ${problem?.message}.`, "document");
}
