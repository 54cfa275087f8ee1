import { parseBoundedJson } from "../../bounded-json.ts";
import type { KsteItem } from "../../stories/items/kste-item.ts";
import { restoreKnowledgeList } from "./knowledge-list.ts";
import { collectTextFields, type ReadKsteRow, readKsteRow, schemaFinding } from "./row.ts";

/** Reads a line of a JSONL file; null for a blank line. `number` counts lines from 1. */
export function readKsteLine(line: string, number: number): ReadKsteRow | null {
  const text = number === 1 ? line.replace(/^\ufeff/u, "") : line;
  if (text.trim() === "") return null;
  const id = `line ${number}`;
  let row: unknown;
  try {
    row = parseBoundedJson(text);
  } catch {
    return { item: null, findings: [schemaFinding(id, "row", "is not valid JSON")] };
  }
  return readKsteRow(row, { id });
}

/**
 * Formats an item as one line without loss: the fields of the shared format in its order, then the explanations, the
 * source, unknown fields unchanged, and the provenance. Parsing the line restores the item.
 */
export function formatKsteLine(item: KsteItem): string {
  const kind = item.kind === "knp" ? {} : { kind: item.kind };
  const provenance = item.provenance === null ? {} : { provenance: item.provenance };
  return JSON.stringify({
    id: item.id,
    ...kind,
    ...collectTextFields(item),
    ...restoreKnowledgeList(item),
    ...item.extra,
    ...provenance,
  });
}
