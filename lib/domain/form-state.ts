/**
 * The result of a form's last submission: null before the first, then either the outcome or the error. `field` is the
 * name of the invalid input. It is passed between an action and its form.
 */
export type FormState<Value = unknown> =
  | null
  | { ok: true; value: Value; message?: string }
  | { ok: false; code: string; message: string; field?: string };

/** An action as a form calls it. */
export type FormAction<Value = unknown> = (previous: FormState<Value>, form: FormData) => Promise<FormState<Value>>;
