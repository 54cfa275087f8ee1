import * as z from "zod";
import { cleaningRuleNames } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { newestFirst, type ResponseOrder, responseSorts } from "@/lib/domain/survey/responses/response-order.ts";
import { stages } from "@/lib/domain/survey/stages.ts";

/** A date ("2026-11-27") or a minute ("2026-11-27T09:30") in UTC, as form controls send it. */
const timeSchema = z.union([z.iso.date(), z.iso.datetime({ local: true })]);

/**
 * The filter of a list of responses. An empty value in a query means "all", because a plain HTML form sends empty
 * values.
 */
export const responseFilterSchema = z.object({
  condition: z.union([z.uuid(), emptyAsUndefined()]).optional(),
  item: z.union([z.uuid(), emptyAsUndefined()]).optional(),
  /** The ID of the person's session. */
  person: z.union([z.uuid(), emptyAsUndefined()]).optional(),
  /** Words that must all occur in the answer, or all in its explanation. */
  q: z.union([emptyAsUndefined(), z.string().trim().max(200)]).optional(),
  /** Saved at or after this time (UTC). */
  from: z.union([timeSchema, emptyAsUndefined()]).optional(),
  /** Saved before this time (UTC). */
  until: z.union([timeSchema, emptyAsUndefined()]).optional(),
  answered: z.union([z.enum(["correct", "wrong", "undecided"]), emptyAsUndefined()]).optional(),
  /** Whether the answer arrived within the time limit of its item; answers without a limit are in time. */
  timing: z.union([z.enum(["in-time", "timed-out"]), emptyAsUndefined()]).optional(),
  stage: z.union([z.enum(stages), emptyAsUndefined()]).optional(),
  outcome: z.union([z.enum([...outcomes, "under-way"]), emptyAsUndefined()]).optional(),
  excluded: z.union([z.enum(["yes", "no"]), emptyAsUndefined()]).optional(),
  /** Only answers that are flagged by this cleaning rule, by any rule, or by no rule. */
  flag: z.union([z.enum([...cleaningRuleNames, "any", "none"]), emptyAsUndefined()]).optional(),
  /** Whether the answer counts by default (lib/domain/survey/counted-response.ts), in any stage. */
  counts: z.union([z.enum(["yes", "no"]), emptyAsUndefined()]).optional(),
});
export type ResponseFilter = z.infer<typeof responseFilterSchema>;

/** The order of a list of responses, as URL parameters. */
export const responseOrderSchema = z.object({
  sort: z.enum(responseSorts).default(newestFirst.sort),
  order: z.enum(["asc", "desc"]).default(newestFirst.order),
}) satisfies z.ZodType<ResponseOrder>;

const cursorSchema = z.object({
  /**
   * The value of the sorted column: a session, item or condition ID, or milliseconds; empty if the list is sorted by
   * time.
   */
  key: z.union([z.literal(""), z.uuid(), z.string().regex(/^\d{1,15}$/)]),
  savedAt: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  id: z.uuid(),
});

/** A cursor between two responses of the list: the next page begins after it. */
export type ResponseCursor = z.infer<typeof cursorSchema>;

/** Formats a cursor for an address. */
export function formatCursor(cursor: ResponseCursor): string {
  return `${cursor.key}~${cursor.savedAt}~${cursor.id}`;
}

/**
 * Parses the cursor in a query; null, which means the beginning of the list, if it is missing, invalid, or belongs to
 * another sort order.
 */
export function parseCursor(text: string | undefined, { sort }: Pick<ResponseOrder, "sort">): ResponseCursor | null {
  const [key, savedAt, id] = (text ?? "").split("~");
  const parsed = cursorSchema.safeParse({ key, savedAt, id });
  if (!parsed.success || Number.isNaN(Date.parse(parsed.data.savedAt))) return null;
  const kind = parsed.data.key === "" ? "time" : /^\d{1,15}$/.test(parsed.data.key) ? "response-time" : "id";
  const wanted = sort === "time" || sort === "response-time" ? sort : "id";
  return kind === wanted ? parsed.data : null;
}

function emptyAsUndefined() {
  return z.literal("").transform(() => undefined);
}
