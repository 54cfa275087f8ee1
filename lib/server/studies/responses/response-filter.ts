import * as z from "zod";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { stages } from "@/lib/domain/survey/stages.ts";

/** Which responses a list shows. An empty text in an address means "all", because that is what a plain form sends. */
export const responseFilterSchema = z.object({
  condition: z.union([z.uuid(), empty()]).optional(),
  item: z.union([z.uuid(), empty()]).optional(),
  answered: z.union([z.enum(["correct", "wrong", "undecided"]), empty()]).optional(),
  stage: z.union([z.enum(stages), empty()]).optional(),
  outcome: z.union([z.enum([...outcomes, "under-way"]), empty()]).optional(),
  excluded: z.union([z.enum(["yes", "no"]), empty()]).optional(),
  /** Whether it counts by default (lib/domain/survey/counted-response.ts), of whichever stage it is. */
  counts: z.union([z.enum(["yes", "no"]), empty()]).optional(),
});
export type ResponseFilter = z.infer<typeof responseFilterSchema>;

const cursorSchema = z.object({
  savedAt: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  id: z.uuid(),
});

/** A place in the list between two responses: the one that the next page begins after. */
export type ResponseCursor = z.infer<typeof cursorSchema>;

/** A cursor in an address. */
export function formatCursor(cursor: ResponseCursor): string {
  return `${cursor.savedAt}~${cursor.id}`;
}

/** The place that an address names; null for none and for one that cannot be read, which is the list's beginning. */
export function parseCursor(text: string | undefined): ResponseCursor | null {
  const [savedAt, id] = (text ?? "").split("~");
  const parsed = cursorSchema.safeParse({ savedAt, id });
  return parsed.success ? parsed.data : null;
}

function empty() {
  return z.literal("").transform(() => undefined);
}
