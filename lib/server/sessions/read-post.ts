import type { FormFields } from "@/lib/domain/survey/parse-answers.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { boundedBytes, collectBytes } from "../platform/files/bounded-bytes.ts";
import { fieldsOf } from "../platform/http/read-body.ts";

/** The fields of a participant's POST request, from a plain form or from the enhancement script's JSON. */
export interface ParticipantPost {
  /** Whether the request was sent by the enhancement script, which expects a fragment. */
  isEnhanced: boolean;
  fields: Record<string, string | string[]>;
}

/**
 * The maximum size of a POST request, in bytes: larger than the longest explanation in three-byte characters, each
 * escaped by the form.
 */
const maximumBytes = 192 * 1024;

/** Reads the body of a POST request, with a size limit. Throws an AppError that names the problem. */
export async function readPost(request: Request): Promise<ParticipantPost> {
  const text = await readBounded(request);
  if (hasType(request, "application/json")) return { isEnhanced: true, fields: readJson(text) };
  if (isFormPost(request)) return { isEnhanced: false, fields: fieldsOf(new URLSearchParams(text)) };
  throw new AppError("unsupported", "Send the answers as a form or as JSON.");
}

/** Whether a plain HTML form sent the request, so that the response must be a page. */
export function isFormPost(request: Request): boolean {
  return hasType(request, "application/x-www-form-urlencoded");
}

function hasType(request: Request, type: string): boolean {
  return (request.headers.get("content-type") ?? "").startsWith(type);
}

async function readBounded(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maximumBytes) throw tooLargeError();
  if (!request.body) return "";
  // The server enforces a declared length, so this body can be read at once. A chunked body is counted while it is
  // read.
  if (request.headers.has("content-length")) return decode(new Uint8Array(await request.arrayBuffer()));
  return decode(await collectBytes(boundedBytes(request.body, maximumBytes, tooLargeError)));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid", "The text is not valid UTF-8.");
  }
}

function tooLargeError(): AppError {
  return new AppError("too-large", `The answers are larger than ${maximumBytes / 1024} KiB.`);
}

function readJson(text: string): ParticipantPost["fields"] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError("invalid", "The body is not JSON.");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new AppError("invalid", "The body must be one JSON object.");
  }
  for (const [field, member] of Object.entries(value)) {
    const isText = typeof member === "string";
    const isList = Array.isArray(member) && member.every((entry) => typeof entry === "string");
    if (!isText && !isList) throw new AppError("invalid", "must be a text", field);
  }
  return value as ParticipantPost["fields"];
}

/** Separates named fields of a POST request from the others, which are answers. */
export function splitFields(
  fields: Readonly<Record<string, string | string[]>>,
  names: readonly string[],
): { carried: FormFields; answers: FormFields } {
  const entries = Object.entries(fields);
  return {
    carried: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    answers: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  };
}
