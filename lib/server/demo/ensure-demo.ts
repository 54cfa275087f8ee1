import { pool } from "../platform/database/pool.ts";
import { isDemoSeeded } from "./demo-seeded.ts";

/** Puts the demo into a new installation. What makes it is read then only, so that every later start is a second shorter. */
export async function ensureDemo(): Promise<void> {
  if (await isDemoSeeded(pool())) return;
  const { seedDemo } = await import("./seed.ts");
  await seedDemo();
}
