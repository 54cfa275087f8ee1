import * as z from "zod";
import { taskFormats } from "@/lib/domain/interchange/model-tasks/task-files.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { listEvaluationFactors } from "@/lib/domain/models/evaluation/plan.ts";
import { slugify } from "@/lib/domain/slug.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { type Actor, inProjectsWith } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { openArchive } from "../../platform/http/open-archive.ts";
import { readSelection } from "../read-selection.ts";
import { findExcludedTasks, writeTasks } from "./write-tasks.ts";

/** The query of a download; the levels of the kind's factors are parameters `level-FACTOR`. */
export const taskQuerySchema = z
  .object({
    kind: z.string().max(40),
    format: z.enum(taskFormats).default("prompts"),
    shots: z
      .string()
      .regex(/^(?:\d{1,2}|100)?$/u, "must be a whole number from 0 to 100")
      .default("0"),
    seed: boundedText(100).default("parallax"),
    items: boundedText(100_000).default(""),
  })
  .catchall(boundedText(100));

/**
 * A benchmark's items of one kind under one condition as tasks for models, in one zip file, for users with read access
 * to research.
 */
export async function openTaskArchive(
  actor: Actor,
  benchmarkId: string,
  { kind, format, shots, seed, items, ...levels }: z.infer<typeof taskQuerySchema>,
): Promise<{ name: string; stream: ReadableStream<Uint8Array> }> {
  const benchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, items: { some: { kind } }, ...inProjectsWith(actor, "research.read") },
    select: { id: true, name: true, slug: true },
  });
  if (!benchmark) throw notFoundError();
  const condition = readCondition(kind, levels);
  const request = { benchmark, kind, format, condition, shots: Number(shots), seed, items: readSelection(items) };
  // Errors are thrown before the first byte is sent.
  await findExcludedTasks(request);
  const stream = openArchive((add) => writeTasks(request, add));
  return { name: `${benchmark.slug}-${slugify(kind)}-${format}.zip`, stream };
}

/** The chosen levels; a factor whose field is empty is not part of the condition. */
function readCondition(kindName: string, fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const kind = itemKinds[kindName];
  const factors = kind ? listEvaluationFactors(kind) : [];
  const condition: Record<string, string> = {};
  for (const [field, level] of Object.entries(fields)) {
    const factor = factors.find(({ name }) => field === `level-${name}`);
    if (!factor) throw new AppError("invalid", `“${field}” is not a factor of these items.`, field);
    if (level === "") continue;
    if (!factor.levels.some(({ value }) => value === level))
      throw new AppError("invalid", `“${String(level)}” is not a level of “${factor.label}”.`, field);
    condition[factor.name] = String(level);
  }
  return condition;
}
