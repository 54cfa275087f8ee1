import { readFile } from "node:fs/promises";
import type * as z from "zod";
import { type GenerativeProfile, generativeProfileSchema } from "../../domain/results/simulation/generative-profile.ts";
import { formatErrorReason } from "../export/write-file.ts";
import { InputError, UsageError } from "../io.ts";

/** Reads a generative profile from a file. Throws an error of one sentence if the profile is invalid. */
export async function readProfile(path: string): Promise<GenerativeProfile> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${formatErrorReason(error)}`);
  });
  return parseJsonFile(generativeProfileSchema, text, path);
}

/** Parses JSON text with a schema. Throws an `InputError` that names the file if the document is invalid. */
export function parseJsonFile<Value>(schema: z.ZodType<Value>, text: string, path: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${path} is not JSON: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new InputError(`${path}, ${issue?.path.join(".") || "document"}: ${issue?.message}`);
}
