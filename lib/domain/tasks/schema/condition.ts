import * as z from "zod";
import { boundedText } from "../../text.ts";
import { fieldNameSchema } from "./names.ts";

const scalarSchema = z.union([boundedText(200), z.number()]);

/**
 * A condition on other answers. A hidden or unanswered field satisfies only `answered: false` and `not`. In a group,
 * the name of the spans field means the label of the span.
 */
export type Condition =
  | { field: string; equals: string | number }
  | { field: string; oneOf: (string | number)[] }
  | { field: string; includes: string }
  | { field: string; answered: boolean }
  | { field: string; atLeast: number }
  | { field: string; atMost: number }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

/**
 * Maximum nesting of a condition. Deeper conditions are rejected, so that a document cannot cause unbounded recursion.
 */
export const maxConditionNesting = 5;

export const conditionSchema: z.ZodType<Condition> = createNestedSchema(maxConditionNesting);

function createNestedSchema(levels: number): z.ZodType<Condition> {
  const field = { field: fieldNameSchema };
  const simple = [
    z.strictObject({ ...field, equals: scalarSchema }),
    z.strictObject({ ...field, oneOf: z.array(scalarSchema).min(1).max(50) }),
    z.strictObject({ ...field, includes: boundedText(200) }),
    z.strictObject({ ...field, answered: z.boolean() }),
    z.strictObject({ ...field, atLeast: z.number() }),
    z.strictObject({ ...field, atMost: z.number() }),
  ] as const;
  if (levels === 0) return z.union(simple);
  const inner = createNestedSchema(levels - 1);
  const list = z.array(inner).min(1).max(20);
  return z.union([
    ...simple,
    z.strictObject({ all: list }),
    z.strictObject({ any: list }),
    z.strictObject({ not: inner }),
  ]);
}

/** The names of the fields that a condition reads. */
export function fieldsOfCondition(condition: Condition): string[] {
  if ("all" in condition) return condition.all.flatMap(fieldsOfCondition);
  if ("any" in condition) return condition.any.flatMap(fieldsOfCondition);
  if ("not" in condition) return fieldsOfCondition(condition.not);
  return [condition.field];
}
