"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { archiveBenchmark, deleteBenchmark, updateBenchmark } from "@/lib/server/items/save-benchmark.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

/** Saves a benchmark's name, description and licence. */
export const updateBenchmarkAction = action({
  input: z.strictObject({
    benchmark: z.uuid(),
    name: requiredText(200),
    description: boundedText(2_000),
    licence: boundedText(300),
  }),
  work: async ({ actor, input: { benchmark, name, description, licence } }): Promise<unknown> => {
    const facts = { name: name.trim(), description: description.trim(), licence: licence.trim() };
    await updateBenchmark(actor, benchmark, facts);
    refresh();
    return null;
  },
  message: "The benchmark is saved.",
});

/** Hides a benchmark from the lists, or shows it again. */
export const archiveBenchmarkAction = action({
  input: z.strictObject({ benchmark: z.uuid(), archived: z.enum(["yes", "no"]) }),
  work: async ({ actor, input }): Promise<unknown> => {
    await archiveBenchmark(actor, input.benchmark, input.archived === "yes");
    refresh();
    return null;
  },
});

/** Deletes a benchmark that nothing depends on, and redirects to the list. */
export const deleteBenchmarkAction = action({
  input: z.strictObject({ benchmark: z.uuid() }),
  work: async ({ actor, input }): Promise<unknown> => {
    await deleteBenchmark(actor, input.benchmark);
    redirect("/research/benchmarks");
  },
});
