import { pool } from "../lib/server/platform/database/pool.ts";

/**
 * No language model is connected to the installation, and no other spec connects one, until the answer is called; an
 * installation has one, so specs that name it take turns. A worker that dies gives its turn back with its connection.
 */
export async function withoutLanguageModel(): Promise<() => Promise<void>> {
  const client = await pool().connect();
  // A turn is waited for as long as the test before it takes.
  await client.query("SET statement_timeout = 0; SET lock_timeout = 0");
  await client.query("SELECT pg_advisory_lock(hashtext('the language model of the installation'))");
  const disconnect = async () => {
    await client.query("DELETE FROM setting WHERE key = 'llm-endpoint'");
  };
  await disconnect();
  return async () => {
    await disconnect();
    client.release(true);
  };
}
