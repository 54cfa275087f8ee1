// Loaded before a process of the application (NODE_OPTIONS=--import) to record every time its event loop was blocked.
// The folder named by PARALLAX_LOOP_WATCH gets one file for each process; `loop-watch.ts` reads them.
import { renameSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const folder = process.env.PARALLAX_LOOP_WATCH;
if (folder && isMainThread && process.argv[1]?.includes("app-process")) {
  const tickMs = 5;
  const worthNotingMs = 10;
  const mostHolds = 5_000;
  const holds = [];
  let at = performance.now();
  let cpu = process.cpuUsage();
  let isNew = true;
  let written = 0;
  setInterval(() => {
    const now = performance.now();
    const used = process.cpuUsage(cpu);
    const gapMs = now - at - tickMs;
    // A gap in which this process did not compute was used by other processes, so it is not counted.
    const heldMs = Math.min(gapMs, (used.user + used.system) / 1_000);
    if (heldMs >= worthNotingMs) {
      holds.push({ endedAt: Date.now(), heldMs, gapMs });
      if (holds.length > mostHolds) holds.shift();
      isNew = true;
    }
    if (isNew && now - written > 100) {
      writeFileSync(`${folder}/${process.pid}.part`, JSON.stringify(holds));
      renameSync(`${folder}/${process.pid}.part`, `${folder}/${process.pid}.json`);
      isNew = false;
      written = now;
    }
    at = performance.now();
    cpu = process.cpuUsage();
  }, tickMs).unref();
}
