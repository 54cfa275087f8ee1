import { fileURLToPath } from "node:url";
import { parseSources, type SourceSet } from "../../domain/beliefs/sources.ts";
import { parseTemplates, type TemplateNote, type TemplateSet } from "../../domain/beliefs/templates.ts";
import { type CommandIo, InputError } from "../io.ts";
import { readInputText } from "../read-input.ts";

const shippedPath = (name: string) => fileURLToPath(new URL(`../../../content/beliefs/${name}`, import.meta.url));

/**
 * Loads the templates of a file, or the shipped templates. Throws an `InputError` that lists all problems of the file.
 */
export async function loadTemplates(
  path: string | undefined,
  io: CommandIo,
): Promise<{ templates: TemplateSet; notes: TemplateNote[] }> {
  const file = path ?? shippedPath("templates.json");
  const parsed = parseTemplates(await readInputJson(file, io));
  if (parsed.ok) return parsed;
  const list = parsed.problems.map((problem) => `${problem.place} ${problem.message} (${problem.reason})`);
  throw new InputError(`${file} cannot be used: ${list.join("; ")}`);
}

/** Loads the sources of a file, or the shipped sources. */
export async function loadSources(path: string | undefined, io: CommandIo): Promise<SourceSet> {
  const file = path ?? shippedPath("sources.json");
  const parsed = parseSources(await readInputJson(file, io));
  if (!parsed.ok) throw new InputError(`${file} cannot be used: ${parsed.place} ${parsed.message}`);
  return parsed.sources;
}

/** Reads a whole JSON file; throws an `InputError` if the text is not JSON. */
export async function readInputJson(path: string, io: CommandIo): Promise<unknown> {
  const text = await readInputText(path, io);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
