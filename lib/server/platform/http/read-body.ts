import { findTextProblem } from "@/lib/domain/text.ts";
import { AppError } from "../errors/app-error.ts";
import { boundedBytes, collectBytes } from "../files/bounded-bytes.ts";

/** Maximum size of a participant's POST request; other routes define their own limit. */
export const defaultMaximumBytes = 64 * 1024;

/** The maximum nesting depth of a JSON body; deeper nesting could overflow the stack. */
const maximumDepth = 24;
const maximumMembers = 20_000;

/** The body's bytes. Stops reading when the limit is exceeded, and rejects a body that is shorter than announced. */
export async function readBytes(request: Request, maximumBytes = defaultMaximumBytes): Promise<Uint8Array> {
  const declaredLength = request.headers.get("content-length");
  if (declaredLength !== null && Number(declaredLength) > maximumBytes) throw tooLarge(maximumBytes);
  const bytes = await collectBytes(boundedBytes(request.body, maximumBytes, () => tooLarge(maximumBytes)));
  if (declaredLength !== null && Number(declaredLength) !== bytes.byteLength) {
    throw new AppError("malformed", `The request declared ${declaredLength} bytes but contained ${bytes.byteLength}.`);
  }
  return bytes;
}

/** The body as text; invalid UTF-8 is rejected. */
export async function readText(request: Request, maximumBytes = defaultMaximumBytes): Promise<string> {
  const bytes = await readBytes(request, maximumBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("malformed", "The request is not UTF-8 text.");
  }
}

/** The body as a JSON value of limited depth and size that contains only storable texts. */
export async function readJson(request: Request, maximumBytes = defaultMaximumBytes): Promise<unknown> {
  requireType(request, "application/json");
  const text = await readText(request, maximumBytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError("malformed", "The request is not valid JSON.");
  }
  refuseUnstorable(value, maximumBytes);
  return value;
}

/** The fields of a plain HTML form. A name that occurs more than once becomes a list. */
export async function readForm(
  request: Request,
  maximumBytes = defaultMaximumBytes,
): Promise<Record<string, string | string[]>> {
  requireType(request, "application/x-www-form-urlencoded");
  const text = await readText(request, maximumBytes);
  const fields = fieldsOf(new URLSearchParams(text));
  refuseUnstorable(fields, maximumBytes);
  return fields;
}

/** Entries as an object without a prototype, so that a field called `__proto__` is an ordinary field. */
export function fieldsOf<Value>(entries: Iterable<[string, Value]>): Record<string, Value | Value[]> {
  const fields: Record<string, Value | Value[]> = Object.create(null);
  for (const [name, value] of entries) {
    const existing = fields[name];
    // Appended without copying, because a name may occur thirty thousand times in a form.
    if (Array.isArray(existing)) existing.push(value);
    else fields[name] = existing === undefined ? value : [existing, value];
  }
  return { ...fields };
}

/**
 * Rejects NUL, lone surrogates, and structures that are too deep or too large, and names their path. Iterative, because
 * the depth is untrusted.
 */
export function refuseUnstorable(value: unknown, maximumLength: number): void {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value, path: "", depth: 0 }];
  let members = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    members += 1;
    if (next.depth > maximumDepth)
      throw new AppError("malformed", `The request nests deeper than ${maximumDepth} levels.`);
    if (members > maximumMembers)
      throw new AppError("malformed", `The request has more than ${maximumMembers} values.`);
    if (typeof next.value === "string") {
      const reason = findTextProblem(next.value, maximumLength);
      if (reason) throw new AppError("invalid", `${next.path || "The request"} ${reason}.`, next.path || undefined);
    } else if (typeof next.value === "object" && next.value !== null && !(next.value instanceof Blob)) {
      for (const [key, member] of Object.entries(next.value)) {
        if (findTextProblem(key, 200)) throw new AppError("invalid", "A field has a name that cannot be stored.");
        pending.push({ value: member, path: next.path ? `${next.path}.${key}` : key, depth: next.depth + 1 });
      }
    }
  }
}

function requireType(request: Request, type: string): void {
  const contentType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (contentType !== type) throw new AppError("unsupported", `Send the request as ${type}.`);
}

function tooLarge(maximumBytes: number): AppError {
  const limit = maximumBytes >= 1024 * 1024 ? `${maximumBytes / 1024 / 1024} MB` : `${maximumBytes / 1024} KB`;
  return new AppError("too-large", `The request is too large: the limit is ${limit}.`);
}
