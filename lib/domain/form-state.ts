/**
 * The result of a form's last submission, passed between an action and its form: null before the first submission, then
 * the outcome or the error. `field` is the name of the invalid input.
 */
export type FormState<Value = unknown> =
  | null
  | { ok: true; value: Value; message?: string }
  | { ok: false; code: string; message: string; field?: string };

/** An action as a form calls it. */
export type FormAction<Value = unknown> = (previous: FormState<Value>, form: FormData) => Promise<FormState<Value>>;
