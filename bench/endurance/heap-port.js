// Loaded into a process (NODE_OPTIONS=--import): a request to the port that it writes into the folder PARALLAX_HEAP_PORTS
// collects the garbage of the main thread and returns the bytes of its heap that are still in use.
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const folder = process.env.PARALLAX_HEAP_PORTS;
// Threads of a process get no environment, so they do not get here.
if (folder && process.argv[1]?.includes("app-process")) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const server = createServer((_request, response) => {
    // Finalizers run between two collections.
    collect();
    setTimeout(() => {
      collect();
      response.end(String(process.memoryUsage().heapUsed));
    }, 100);
  });
  server.listen(0, "127.0.0.1", () => writeFileSync(`${folder}/${process.pid}`, String(server.address().port)));
  server.unref();
}
