import * as z from "zod";
import type { ProblemFilter } from "@/lib/domain/epistemic/mindgames/list-problems.ts";
import { setups } from "@/lib/domain/epistemic/mindgames/problem.ts";

const number = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .nullable()
  .catch(null);
const querySchema = z.object({
  setup: z.enum(setups).nullable().catch(null),
  label: z.enum(["entailment", "not_entailment"]).nullable().catch(null),
  depth: number,
  persons: number,
  announcements: number,
  doubtful: z
    .literal("yes")
    .transform(() => true)
    .catch(false),
  search: z
    .string()
    .transform((text) => text.replaceAll("\u0000", "").toWellFormed().slice(0, 200))
    .catch(""),
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .catch(1),
});

/** Reads the search parameters of the list of a set's problems; invalid parameters are ignored. */
export function readProblemQuery(query: Record<string, string | string[] | undefined>): {
  filter: ProblemFilter;
  page: number;
} {
  const { doubtful, page, ...filter } = querySchema.parse(query);
  return { filter: { ...filter, isDoubtful: doubtful }, page };
}

/** The query of a page of the list, without parameters that have their default value. */
export function problemQueryText({ isDoubtful, ...filter }: ProblemFilter, page: number): string {
  const parameters = { ...filter, doubtful: isDoubtful ? "yes" : null, page: page === 1 ? null : page };
  return new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === null || value === "" ? [] : [[name, String(value)]],
    ),
  ).toString();
}
