import type * as z from "zod";

/**
 * The methods of a zod schema that parsing needs. Checking every schema against the whole of `z.ZodType` took half of
 * the compiler's time.
 */
export interface Schema<Value> {
  parse(value: unknown): Value;
  safeParse(value: unknown): z.ZodSafeParseResult<Value>;
}
