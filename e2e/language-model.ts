import { pool } from "../lib/server/platform/database/pool.ts";

/**
 * Ensures that no language model is connected to the installation, and that no other spec connects one, until the
 * returned function is called. An installation has only one model, so specs that use it are serialized by a lock. If a
 * worker dies, the lock is released with its connection.
 */
export async function withoutLanguageModel(): Promise<() => Promise<void>> {
  const client = await pool().connect();
  // The lock is waited for as long as the test before it takes.
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
