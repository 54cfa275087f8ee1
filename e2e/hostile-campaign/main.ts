import { parseArgs } from "node:util";
import { startParallax } from "../load-test/start-parallax.ts";
import { runCampaign } from "./run-campaign.ts";

/**
 * npm run campaign:hostile -- --requests 20000 --seed 1: generated requests against every address, method, header and
 * body of a Parallax of its own. Ends with 1 when anything was a server error, a process ended or the event loop stalled.
 */
const { values } = parseArgs({
  options: { requests: { type: "string", default: "2000" }, seed: { type: "string", default: "1" } },
});
const running = await startParallax(1);
try {
  const before = await running.pids();
  const result = await runCampaign(running.url, Number(values.requests), Number(values.seed));
  const after = await running.pids();
  const exits = before.app.filter((pid) => !after.app.includes(pid)).length;
  console.log(JSON.stringify({ seed: values.seed, ...result, exits }, null, 1));
  process.exitCode = result.serverErrors.length === 0 && exits === 0 && result.longestStallMs <= 1_000 ? 0 : 1;
} finally {
  await running.stop();
}
