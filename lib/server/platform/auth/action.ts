import { headers } from "next/headers";
import { notFound } from "next/navigation";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { Schema } from "@/lib/domain/schema.ts";
import type { Actor } from "../access/access.ts";
import { explainError } from "../http/explain-error.ts";
import { parseInput } from "../http/parse-input.ts";
import { fieldsOf, refuseUnstorable } from "../http/read-body.ts";
import { assertSameOrigin } from "../http/same-origin.ts";
import { recordActionStart, recordRateLimit } from "../log/request-context.ts";
import { requireUser } from "./require-user.ts";

interface ActionOptions<Who, Input, Value> {
  /**
   * The form's fields as texts, lists of texts or files. Must be a strict object, so that unknown fields are rejected.
   */
  input: Schema<Input>;
  /** Returns the user who calls the action and throws for others; by default, a signed-in user is required. */
  who?: () => Promise<Who>;
  work: (input: { actor: Who; input: Input }) => Promise<Value>;
  /** The message that the form shows after success. */
  message?: string | ((value: Value) => string);
}

const maximumTextLength = 1024 * 1024;

/**
 * Creates a server action that performs every step: origin check, authentication and parsing of the fields by their
 * schema. Expected errors are returned as values, which the form shows at the field; unexpected errors reach the error
 * boundary.
 */
export function action<Input, Value, Who = Actor>(options: ActionOptions<Who, Input, Value>): FormAction<Value> {
  return async (_previous, form) => {
    recordActionStart();
    try {
      assertSameOrigin(await headers());
      const actor = await (options.who ?? (requireUser as unknown as () => Promise<Who>))();
      const input = parseInput(options.input, readFormFields(form));
      const value = await options.work({ actor, input });
      const message = typeof options.message === "function" ? options.message(value) : options.message;
      return { ok: true, value, ...(message === undefined ? {} : { message }) };
    } catch (error) {
      const expected = explainError(error);
      if (!expected) throw error;
      const { code, message, field } = expected;
      recordRateLimit(expected);
      return { ok: false, code, message, ...(field ? { field } : {}) };
    }
  };
}

/**
 * A server action that returns a redirect or a plain value instead of a form's state. An expected error becomes a 404.
 * The argument is untrusted, so `work` must parse it.
 */
export function plainAction<Given, Value>(work: (given: unknown) => Promise<Value>): (given: Given) => Promise<Value> {
  return async (given) => {
    recordActionStart();
    try {
      assertSameOrigin(await headers());
      return await work(given);
    } catch (error) {
      const expected = explainError(error);
      if (expected && expected.code !== "unavailable") notFound();
      throw error;
    }
  };
}

/** For forms that do not require sign-in. */
export async function noSignIn(): Promise<null> {
  return null;
}

/** The fields that the user filled in, without React's own fields, whose names begin with `$ACTION`. */
function readFormFields(form: FormData): Record<string, unknown> {
  if (!(form instanceof FormData)) return {};
  const fields = fieldsOf([...form.entries()].filter(([name]) => !name.startsWith("$ACTION")));
  refuseUnstorable(fields, maximumTextLength);
  return fields;
}
