import { parseBoundedJson } from "../../domain/bounded-json.ts";
import { type SavedTaskSchema, saveTaskSchema } from "../../server/items/tasks/save-task-schema.ts";
import { installation } from "../../server/platform/access/access.ts";
import { AppError } from "../../server/platform/errors/app-error.ts";
import { type CommandIo, InputError } from "../io.ts";
import { readInputText } from "../read-input.ts";

/** Stores the task schema of a file. Throws an `InputError` that names the field if the document is invalid. */
export async function importSchema(
  projectId: string,
  file: string,
  name: string | undefined,
  io: CommandIo,
): Promise<SavedTaskSchema> {
  const text = await readInputText(file, io);
  try {
    const document = parseBoundedJson(text);
    return await saveTaskSchema(installation, { projectId, document, ...(name === undefined ? {} : { slug: name }) });
  } catch (error) {
    if (error instanceof SyntaxError) throw new InputError(`${file} is not JSON`);
    if (error instanceof AppError) throw new InputError(error.message);
    throw error;
  }
}
