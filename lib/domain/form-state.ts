/**
 * What a form knows about its last sending: null before the first, then either what came of it or why it was refused.
 * `field` is the name of the input that the refusal is about. It travels between an action and the form that shows it.
 */
export type FormState<Value = unknown> =
  | null
  | { ok: true; value: Value; message?: string }
  | { ok: false; code: string; message: string; field?: string };

/** An action as a form calls it. */
export type FormAction<Value = unknown> = (previous: FormState<Value>, form: FormData) => Promise<FormState<Value>>;
