import * as z from "zod";

/** A statistic that can be asked for by name with a plain object, as the JSON-lines command does. */
export interface Call {
  /** What it takes and answers, in one line, for the command's help. */
  summary: string;
  /** Computes the output. Throws RangeError, in one sentence, for input that the definition does not allow. */
  answer(input: unknown): unknown;
}

/**
 * Joins the shape of an input to the function it is meant for. Fields that the shape does not name are refused: a
 * misspelt option must not silently leave a default in place.
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
      if (!parsed.success) throw new RangeError(sentenceOf(parsed.error));
      return compute(parsed.data);
    },
  };
}

/** A finite number, or an infinite one written as text, since JSON has no other way. */
export const extendedNumber = z.union([
  z.number(),
  z.literal("Infinity").transform(() => Number.POSITIVE_INFINITY),
  z.literal("-Infinity").transform(() => Number.NEGATIVE_INFINITY),
]);

export const category = z.union([z.string(), z.number(), z.boolean()]);
export const zeroOrOne = z.union([z.literal(0), z.literal(1)]);

function sentenceOf(error: z.ZodError): string {
  const issue = error.issues[0]!;
  const place = ["input", ...issue.path].reduce<string>(
    (path, step) =>
      typeof step === "number" ? `${path}[${step}]` : path === "" ? String(step) : `${path}.${String(step)}`,
    "",
  );
  return `${place}: ${issue.message}`;
}
