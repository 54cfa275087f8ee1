import { setTimeout as pause } from "node:timers/promises";

/** Repeats work that needs the database until the database is available, for at most three minutes. */
export async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 180) throw error;
      await pause(1_000);
    }
  }
}
