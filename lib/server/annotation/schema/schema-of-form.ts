import { startingTasks } from "@/lib/domain/annotation/starting-tasks.ts";
import { readLabelStudioConfig } from "@/lib/domain/interchange/annotation/label-studio-config.ts";
import { parseTaskSchema, type TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { AppError } from "../../platform/errors/app-error.ts";

/**
 * The task schema that was selected in a form: a template by its ID, or a document (a task schema as JSON, or a
 * labelling configuration of Label Studio as XML). Null for a collection of stories.
 */
export function parseSchemaForm(task: string, document: string): TaskSchema | null {
  if (task === "" || task === "stories") return null;
  const text = document.trim();
  if (task === "label-studio") {
    const labelStudioConfig = readLabelStudioConfig(text);
    if (!labelStudioConfig.ok) throw new AppError("invalid", labelStudioConfig.message, "document");
    return labelStudioConfig.schema;
  }
  const template = startingTasks.find(({ id }) => id === task);
  return parseSchemaDocument(template ? template.document : parseJson(text));
}

/** Parses a task schema from JSON text; throws a refusal that names the field of its first problem. */
export function parseSchemaText(text: string): TaskSchema {
  return parseSchemaDocument(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid", "The task schema is not valid JSON.", "document");
  }
}

function parseSchemaDocument(document: unknown): TaskSchema {
  const parsed = parseTaskSchema(document);
  if (parsed.ok) return parsed.schema;
  const [problem] = parsed.problems;
  throw new AppError(
    "invalid",
    `The task schema is invalid: ${problem?.field || "document"} ${problem?.message}.`,
    "document",
  );
}
