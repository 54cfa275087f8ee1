import pg from "pg";
import * as z from "zod";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";

/** The maximum number of rows that one statement read from each table. */
export type RowsRead = Readonly<Record<string, number>>;

/**
 * Runs `work`, then runs each of its queries again with EXPLAIN ANALYZE, and returns the number of rows read from each
 * table. This measures the cost of a page without a clock, in a database of a few thousand rows.
 */
export async function rowsRead(work: () => Promise<unknown>): Promise<RowsRead> {
  const asked: { text: string; values?: unknown[] }[] = [];
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function note(
    this: pg.Client,
    ...given: [string | { text?: string; values?: unknown[] }, unknown?]
  ) {
    const [statement, values] = given;
    const text = typeof statement === "string" ? statement : statement.text;
    const bound = typeof statement === "string" ? values : (statement.values ?? values);
    if (text) asked.push({ text, ...(Array.isArray(bound) && { values: bound }) });
    return (query as (...asked: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  const most: Record<string, number> = {};
  for (const { text, values } of asked) {
    const statement = /^\s*(?:DECLARE .*? CURSOR FOR)?\s*((?:SELECT|WITH)\b.*)$/s.exec(text)?.[1];
    if (!statement) continue;
    const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement}`;
    const { "QUERY PLAN": plans } = await oneRow(pool(), planRow, { text: explain, ...(values && { values }) });
    const read: Record<string, number> = {};
    addNode(read, plans[0].Plan);
    for (const [table, count] of Object.entries(read)) most[table] = Math.max(most[table] ?? 0, count);
  }
  return most;
}

interface PlanNode {
  "Relation Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  Plans?: PlanNode[] | undefined;
}

const nodeSchema: z.ZodType<PlanNode> = z.object({
  "Relation Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().optional(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});

const planRow = z.strictObject({ "QUERY PLAN": z.tuple([z.object({ Plan: nodeSchema })]) });

function addNode(read: Record<string, number>, node: PlanNode): void {
  const table = node["Relation Name"];
  if (table) {
    const each = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);
    read[table] = (read[table] ?? 0) + Math.round(each * node["Actual Loops"]);
  }
  for (const part of node.Plans ?? []) addNode(read, part);
}
