// Loaded into a process (NODE_OPTIONS=--import): measures the delays of its event loop. A request to the port named by
// PARALLAX_LOOP_PORT returns the longest delay in milliseconds since the request before it. A stretch in which the process did
// not compute was another process's turn on the processor: no delay counts for more than the processor time in its stretch.
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const port = Number(process.env.PARALLAX_LOOP_PORT);
const program = process.argv[1];
// The idle process has no program.
if (port && isMainThread && (program === undefined || program.includes("app-process"))) {
  const delays = monitorEventLoopDelay({ resolution: 2 });
  delays.enable();
  let computedMs = 0;
  let at = performance.now();
  let cpu = process.cpuUsage();
  setInterval(() => {
    const now = performance.now();
    const used = process.cpuUsage(cpu);
    computedMs = Math.max(computedMs, Math.min(now - at, (used.user + used.system) / 1_000));
    at = now;
    cpu = process.cpuUsage();
  }, 2).unref();
  const server = createServer((_request, response) => {
    const longest = Math.min(delays.max / 1e6, computedMs);
    delays.reset();
    computedMs = 0;
    response.end(String(longest));
  });
  server.listen(port, "127.0.0.1");
  server.unref();
}
