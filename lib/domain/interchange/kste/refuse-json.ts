import { refuseText } from "../../text.ts";

/** Far deeper than any provenance; beyond it neither the database nor a recursive program can follow. */
const deepest = 60;
const longestText = 2_000_000;

/**
 * Why a JSON value may not be stored as it is, or null when it may: it nests too deep, a text or a name in it is no text
 * that can be stored, or a number was too large to be read. Not recursive, because depth is hostile.
 */
export function refuseJson(value: unknown): string | null {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.depth > deepest) return `nests deeper than ${deepest} levels`;
    if (typeof next.value === "string") {
      const reason = refuseText(next.value, longestText);
      if (reason !== null) return reason;
    }
    if (typeof next.value === "number" && !Number.isFinite(next.value)) return "holds a number that is too large";
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const [name, member] of Object.entries(next.value)) {
      const reason = refuseText(name, longestText);
      if (reason !== null) return `has a name that ${reason}`;
      pending.push({ value: member, depth: next.depth + 1 });
    }
  }
  return null;
}
