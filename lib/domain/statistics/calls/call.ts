import * as z from "zod";

/** A statistic that can be called by name with a plain object, as in the JSON-lines command. */
export interface Call {
  /** The input and the output in one line, for the help text of the command. */
  summary: string;
  /** Computes the output. Throws RangeError with a one-sentence message for invalid input. */
  answer(input: unknown): unknown;
}

/**
 * Combines an input schema with a function. Unknown fields are rejected, because a misspelt option would otherwise
 * silently use its default.
 */
export function call<Shape extends z.ZodRawShape>(
  summary: string,
  shape: Shape,
  compute: (input: z.output<z.ZodObject<Shape, z.core.$strict>>) => unknown,
): Call {
  const schema = z.strictObject(shape);
  return {
    summary,
    answer(input) {
      const parsed = schema.safeParse(input);
      if (!parsed.success) throw new RangeError(formatError(parsed.error));
      return compute(parsed.data);
    },
  };
}

/** A finite number, or an infinite number as text, because JSON has no infinite numbers. */
export const extendedNumber = z.union([
  z.number(),
  z.literal("Infinity").transform(() => Number.POSITIVE_INFINITY),
  z.literal("-Infinity").transform(() => Number.NEGATIVE_INFINITY),
]);

export const category = z.union([z.string(), z.number(), z.boolean()]);
export const zeroOrOne = z.union([z.literal(0), z.literal(1)]);

function formatError(error: z.ZodError): string {
  const issue = error.issues[0]!;
  const fieldPath = ["input", ...issue.path].reduce<string>(
    (path, step) =>
      typeof step === "number" ? `${path}[${step}]` : path === "" ? String(step) : `${path}.${String(step)}`,
    "",
  );
  return `${fieldPath}: ${issue.message}`;
}
