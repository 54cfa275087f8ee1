import { parseArgs } from "node:util";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { watchLoops } from "../load-test/loop-watch.ts";
import { startParallax } from "../load-test/start-parallax.ts";
import { runCampaign } from "./run-campaign.ts";

/**
 * npm run campaign:hostile -- --requests 20000 --seed 1: generated requests against every address, action, import and
 * header of a separate Parallax instance. Exits with 1 if there was a server error, a process ended, or the event loop
 * was blocked for more than a second.
 */
const { values } = parseArgs({
  options: { requests: { type: "string", default: "2000" }, seed: { type: "string", default: "1" } },
});
const watch = await watchLoops();
const running = await startParallax(1, { environment: watch.environment });
try {
  process.env.DATABASE_URL = running.databaseUrl;
  process.env.PARALLAX_URL = running.publicUrl;
  const before = await running.pids();
  const began = Date.now();
  const result = await runCampaign(running.url, running.publicUrl, Number(values.requests), Number(values.seed));
  const { longestMs: longestStallMs } = await watch.since(began);
  const after = await running.pids();
  const exits = before.app.filter((pid) => !after.app.includes(pid)).length;
  const seconds = Math.round((Date.now() - began) / 1_000);
  console.log(JSON.stringify({ seed: values.seed, ...result, exits, longestStallMs, seconds }, null, 1));
  process.exitCode = result.serverErrors.length === 0 && exits === 0 && longestStallMs <= 1_000 ? 0 : 1;
} finally {
  await closePool();
  await running.stop();
  await watch.remove();
}
