import { parseBoundedJson } from "../bounded-json.ts";
import { type ItemRow, itemRowSchema } from "../items/item.ts";
import { itemKinds } from "../items/kinds/registry.ts";
import { firstProblem } from "../text.ts";

export type ReadRow<Row> = { ok: true; row: Row } | { ok: false; field: string; message: string };

/**
 * Reads one line of an item file (DESIGN section 7): JSON, fields, kind, gold. An error names the field and the reason.
 */
export function readItemRow(line: string): ReadRow<ItemRow> {
  const json = readJsonObject(line);
  if (!json.ok) return json;
  const parsed = itemRowSchema.safeParse(json.row);
  if (!parsed.success) return { ok: false, ...firstProblem(parsed.error) };
  const row = parsed.data;
  const kind = itemKinds[row.kind];
  if (!kind) {
    return { ok: false, field: "kind", message: `is not known; known kinds: ${Object.keys(itemKinds).join(", ")}` };
  }
  const gold = kind.goldSchema.safeParse(row.gold);
  if (!gold.success) return { ok: false, field: "gold", message: gold.error.issues[0]?.message ?? "is not valid" };
  const refused = kind.refuseItem(row) ?? kind.refuseGold?.(row.gold, row) ?? null;
  return refused ? { ok: false, ...refused } : { ok: true, row };
}

/** Parses a line as one JSON object. */
export function readJsonObject(line: string): ReadRow<object> {
  let value: unknown;
  try {
    value = parseBoundedJson(line);
  } catch {
    return { ok: false, field: "", message: "is not JSON" };
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return { ok: false, field: "", message: "is not a JSON object" };
  }
  return { ok: true, row: value };
}
