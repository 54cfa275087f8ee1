import { findTextProblem } from "../../text.ts";

/**
 * Maximum depth, far above that of any provenance. Deeper values would exceed limits of the database and of recursive
 * programs.
 */
const maxDepth = 60;
const maxTextLength = 2_000_000;

/**
 * Why a JSON value may not be stored: it is nested too deeply, a text or a key cannot be stored, or a number was too
 * large to be parsed. Null if it may be stored. Not recursive, because input of any depth must be handled.
 */
export function findJsonProblem(value: unknown): string | null {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.depth > maxDepth) return `nests deeper than ${maxDepth} levels`;
    if (typeof next.value === "string") {
      const reason = findTextProblem(next.value, maxTextLength);
      if (reason !== null) return reason;
    }
    if (typeof next.value === "number" && !Number.isFinite(next.value)) return "contains a number that is too large";
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const [name, member] of Object.entries(next.value)) {
      const reason = findTextProblem(name, maxTextLength);
      if (reason !== null) return `has a name that ${reason}`;
      pending.push({ value: member, depth: next.depth + 1 });
    }
  }
  return null;
}
