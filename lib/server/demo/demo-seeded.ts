import { type Connection, rowCountOf } from "../platform/database/rows.ts";

/** Whether the demo is or has been in this installation: one that someone deletes stays deleted. */
export async function isDemoSeeded(connection: Connection): Promise<boolean> {
  return (await rowCountOf(connection, "SELECT 1 FROM setting WHERE key = 'demo-seeded'")) > 0;
}

export async function noteDemoSeeded(connection: Connection): Promise<void> {
  await connection.query("INSERT INTO setting (key, value) VALUES ('demo-seeded', 'true')");
}
