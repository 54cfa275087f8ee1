import type * as z from "zod";

/**
 * What code that only reads a value by a zod schema needs of it. To hold every schema against the whole of `z.ZodType` took the
 * compiler half of all its time.
 */
export interface Schema<Value> {
  parse(value: unknown): Value;
  safeParse(value: unknown): z.ZodSafeParseResult<Value>;
}
