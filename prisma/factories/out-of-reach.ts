import { pool } from "../../lib/server/platform/database/pool.ts";

/** The tables of single answers: of people (and the view of counted ones), and of models. */
const tables = ["counted_response", "response", "prediction", "parity_finding"] as const;

/** Runs `work` while every attempt to read a single answer fails. */
export async function withAnswersOutOfReach<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const table of tables) await pool().query(rename(table, `${table}_out_of_reach`));
  try {
    return await work();
  } finally {
    for (const table of tables) await pool().query(rename(`${table}_out_of_reach`, table));
  }
}

function rename(from: string, to: string): string {
  // A rule for a table also applies to a view.
  return `ALTER TABLE ${from} RENAME TO ${to}`;
}
