// Loaded into a process (NODE_OPTIONS=--import): measures the delays of its event loop. A request to the port named by
// PARALLAX_LOOP_PORT returns the longest delay in milliseconds since the request before it.
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const port = Number(process.env.PARALLAX_LOOP_PORT);
const program = process.argv[1];
// The idle process has no program.
if (port && isMainThread && (program === undefined || program.includes("app-process"))) {
  const delays = monitorEventLoopDelay({ resolution: 2 });
  delays.enable();
  const server = createServer((_request, response) => {
    const longest = delays.max / 1e6;
    delays.reset();
    response.end(String(longest));
  });
  server.listen(port, "127.0.0.1");
  server.unref();
}
