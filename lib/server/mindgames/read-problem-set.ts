import { cache } from "react";
import * as z from "zod";
import { type SetGeneration, setGenerationSchema } from "@/lib/domain/epistemic/artefacts/training-set.ts";
import type { MindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import { rowOfItem, type StoredMindgamesItem } from "@/lib/domain/epistemic/mindgames/row-of-item.ts";
import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import { readBenchmarkItems, type StoredItem } from "../items/read-items.ts";
import { type Actor, can, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { isId } from "../studies/study-where.ts";

/** A problem of a benchmark: the row of its newest version and newest key. */
export interface StoredProblem {
  itemVersionId: string;
  /** The item's name in files. */
  externalId: string;
  row: MindgamesRow;
}

/** A benchmark's MindGames problems. */
export interface ProblemSet {
  benchmark: { id: string; projectId: string; name: string; description: string; canary: string; isDemo: boolean };
  problems: StoredProblem[];
  /** Number of items that are not MindGames problems or have no key. */
  others: number;
  /** Null for a set that was not generated here. */
  generation: SetGeneration | null;
  canWrite: boolean;
}

/**
 * A benchmark's problems in the order of its file; null for users who may not see it. Reads the whole set, some
 * kilobytes per problem; the released set has 11,174 problems. Cached for the request.
 */
export const getProblemSet = cache(async (actor: Actor, benchmarkId: string): Promise<ProblemSet | null> => {
  if (!isId(benchmarkId)) return null;
  const benchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, ...inProjectsWith(actor, "research.read") },
    select: { id: true, projectId: true, name: true, description: true, canary: true, isDemo: true },
  });
  if (!benchmark) return null;
  const { problems, others } = await readProblems(benchmarkId);
  const generation = await readGeneration(benchmarkId);
  return { benchmark, problems, others, generation, canWrite: can(actor, "research.write", benchmark.projectId) };
});

/** The same without an access check, for jobs. */
export async function readProblems(benchmarkId: string): Promise<Pick<ProblemSet, "problems" | "others">> {
  return withSnapshot(async (client) => {
    const problems: StoredProblem[] = [];
    let others = 0;
    for await (const item of readBenchmarkItems(client, benchmarkId)) {
      const row = rowOfItem(mindgamesItem(item));
      if (row === null) others += 1;
      else problems.push({ itemVersionId: item.itemVersionId, externalId: item.row.id, row });
    }
    return { problems, others };
  });
}

const generationRow = z.strictObject({ generation: json<unknown>().nullable() });

/** The settings from which a benchmark's problems were generated; null for other benchmarks. */
export async function readGeneration(benchmarkId: string): Promise<SetGeneration | null> {
  const row = await maybeRow(pool(), generationRow, sql`SELECT generation FROM benchmark WHERE id = ${benchmarkId}`);
  return row?.generation ? setGenerationSchema.parse(row.generation) : null;
}

function mindgamesItem({ row }: StoredItem): StoredMindgamesItem {
  const { kind, story, text, gold, attributes } = row;
  return { kind, premise: story.text, hypothesis: text, gold, attributes };
}

/** A hash that is equal for equal problems with equal labels; the key of stored results about them. */
export function problemSetFingerprint(problems: readonly StoredProblem[]): string {
  return fingerprint(canonicalJson(problems.map(({ itemVersionId, row }) => [itemVersionId, row.label])));
}
