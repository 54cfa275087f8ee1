import { listBenchmarkNames } from "../../server/items/benchmark-by-name.ts";
import type { ProjectChoice } from "../../server/platform/auth/list-projects.ts";
import { UsageError } from "../io.ts";

/**
 * Finds the benchmark of `--benchmark NAME` by name or slug; without the option, returns the project's only benchmark.
 */
export async function chooseBenchmark(
  project: ProjectChoice,
  name: string | undefined,
): Promise<{ id: string; name: string }> {
  return pickBenchmark(await listBenchmarkNames(project.id), name);
}

/** Returns the row with this name or slug; without a name, the only row. */
export function pickBenchmark<Row extends { name: string; slug: string }>(
  rows: readonly Row[],
  name: string | undefined,
): Row {
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
