import * as z from "zod";
import { pool } from "../../server/platform/database/pool.ts";
import { manyRows } from "../../server/platform/database/rows.ts";
import type { CommandProject } from "../find-project.ts";
import { UsageError } from "../io.ts";

const chooseBenchmarkRow = z.strictObject({ id: z.string(), name: z.string(), slug: z.string() });

/** The benchmark of `--benchmark NAME`, by its name or its name in addresses; without it the only one of the project. */
export async function chooseBenchmark(
  project: CommandProject,
  name: string | undefined,
): Promise<{ id: string; name: string }> {
  const rows = await manyRows(
    pool(),
    chooseBenchmarkRow,
    "SELECT id, name, slug FROM benchmark WHERE project_id = $1 ORDER BY created_at, id",
    [project.id],
  );
  const names = rows.map((benchmark) => `"${benchmark.name}"`).join(", ");
  if (name !== undefined) {
    const found = rows.find((benchmark) => benchmark.name === name) ?? rows.find(({ slug }) => slug === name);
    if (!found) throw new UsageError(`there is no benchmark "${name}"; benchmarks: ${names || "none yet"}`);
    return found;
  }
  const [only, ...others] = rows;
  if (!only) throw new UsageError("there is no benchmark yet; load its items first (parallax import items)");
  if (others.length > 0) throw new UsageError(`there are several benchmarks; name one with --benchmark: ${names}`);
  return only;
}
