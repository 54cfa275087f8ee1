import { benchmarkOperations } from "./benchmarks.ts";
import { collectingOperations } from "./collecting.ts";
import { collectionItemOperations } from "./collection-items.ts";
import { collectionSchemaOperations } from "./collection-schemas.ts";
import { collectionOperations } from "./collections.ts";
import { erasureOperations } from "./erasure.ts";
import { evaluationOperations } from "./evaluations.ts";
import { modelOperations } from "./models.ts";
import type { Method, Operation } from "./operation.ts";
import { projectOperations } from "./projects.ts";
import { releaseOperations } from "./releases.ts";
import { responseOperations } from "./responses.ts";
import { resultOperations } from "./results.ts";
import { studyOperations } from "./studies.ts";
import { toolOperations } from "./tools.ts";

/** Every operation of the API without a separate route file. */
export const operations: readonly Operation[] = [
  ...projectOperations,
  ...benchmarkOperations,
  ...studyOperations,
  ...collectingOperations,
  ...responseOperations,
  ...erasureOperations,
  ...resultOperations,
  ...releaseOperations,
  ...modelOperations,
  ...evaluationOperations,
  ...collectionOperations,
  ...collectionItemOperations,
  ...collectionSchemaOperations,
  ...toolOperations,
];

const parts = new Map(operations.map((operation) => [operation, operation.path.slice(1).split("/")]));

/**
 * Finds the operation for a method and a path below `/api/v1`, with the values of its parameters. Returns the allowed
 * methods if the path has only operations with other methods, and null for an unknown path. A fixed segment takes
 * precedence over a parameter.
 */
export function findOperation(
  method: string,
  path: readonly string[],
): { operation: Operation; params: Record<string, string> } | { allowed: Method[] } | null {
  const matching = operations.filter((operation) => matchesPath(parts.get(operation) ?? [], path));
  if (matching.length === 0) return null;
  const match = matching
    .filter((operation) => operation.method === method)
    .sort((first, second) => countParameters(first) - countParameters(second))[0];
  if (!match) return { allowed: [...new Set(matching.map((operation) => operation.method))] };
  const values = (parts.get(match) ?? []).flatMap((part, index) =>
    part.startsWith("{") ? [[part.slice(1, -1), path[index] ?? ""]] : [],
  );
  return { operation: match, params: Object.fromEntries(values) };
}

function matchesPath(expected: readonly string[], path: readonly string[]): boolean {
  return expected.length === path.length && expected.every((part, at) => part.startsWith("{") || part === path[at]);
}

function countParameters(operation: Operation): number {
  return operation.path.split("{").length;
}
