// Loaded into a process (NODE_OPTIONS=--import): measures the delays of its event loop. A request to the port named by
// PARALLAX_LOOP_PORT returns the longest delay in milliseconds since the previous request. While the main thread does not
// run, another process or thread has the processor: no delay counts for more than the main thread's processor time.
import { readFileSync } from "node:fs";
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
  let computed = mainThreadMs();
  setInterval(() => {
    const now = performance.now();
    const next = mainThreadMs();
    computedMs = Math.max(computedMs, Math.min(now - at, next - computed));
    at = now;
    computed = next;
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

/** The processor time of the main thread; if the system does not report it, that of all threads. */
function mainThreadMs() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ", 1)[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
