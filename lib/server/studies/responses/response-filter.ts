import * as z from "zod";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { stages } from "@/lib/domain/survey/stages.ts";

/**
 * The filter of a list of responses. An empty text in an address means "all", because that is what a plain form sends.
 */
export const responseFilterSchema = z.object({
  condition: z.union([z.uuid(), empty()]).optional(),
  item: z.union([z.uuid(), empty()]).optional(),
  answered: z.union([z.enum(["correct", "wrong", "undecided"]), empty()]).optional(),
  stage: z.union([z.enum(stages), empty()]).optional(),
  outcome: z.union([z.enum([...outcomes, "under-way"]), empty()]).optional(),
  excluded: z.union([z.enum(["yes", "no"]), empty()]).optional(),
  /** Whether it counts by default (lib/domain/survey/counted-response.ts), in any stage. */
  counts: z.union([z.enum(["yes", "no"]), empty()]).optional(),
});
export type ResponseFilter = z.infer<typeof responseFilterSchema>;

const cursorSchema = z.object({
  savedAt: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  id: z.uuid(),
});

/** A cursor between two responses of the list: the next page begins after it. */
export type ResponseCursor = z.infer<typeof cursorSchema>;

/** A cursor in an address. */
export function formatCursor(cursor: ResponseCursor): string {
  return `${cursor.savedAt}~${cursor.id}`;
}

/** The cursor in an address; null for none and for an invalid one, which both mean the beginning of the list. */
export function parseCursor(text: string | undefined): ResponseCursor | null {
  const [savedAt, id] = (text ?? "").split("~");
  const parsed = cursorSchema.safeParse({ savedAt, id });
  return parsed.success ? parsed.data : null;
}

function empty() {
  return z.literal("").transform(() => undefined);
}
