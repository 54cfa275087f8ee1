import { describe, expect, it } from "vitest";
import { runInThread } from "./run-in-thread.ts";

const script = (body: string) => ({
  text: `const { parentPort, workerData } = require("node:worker_threads");\n${body}`,
});
const post = (message: string) => `parentPort.postMessage(${message});`;

describe("a thread", () => {
  it("returns its result after every report was handled, in their order", async () => {
    const handled: number[] = [];
    const reports = [1, 2, 3]
      .map((progress) => post(`{ is: "progress", progress: ${progress} * workerData }`))
      .join("");
    const result = await runInThread(
      script(`${reports}${post('{ is: "result", result: workerData }')} process.exit(0);`),
      2,
      async (progress: number) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        handled.push(progress);
      },
    );
    expect(result).toBe(2);
    expect(handled).toEqual([2, 4, 6]);
  });

  it.each([
    ["exits silently", "process.exit(0);", "exit code 0"],
    ["has nothing left to do", "", "exit code 0"],
    ["exits with a code", "process.exit(7);", "exit code 7"],
    ["throws", 'throw new TypeError("no such column");', "no such column"],
    ["rejects", 'Promise.reject(new Error("no such row"));', "no such row"],
    ["reports a failure", `try { null.x } catch (error) { ${post('{ is: "failure", error }')} }`, "reading 'x'"],
    ["posts what cannot be cloned", post('{ is: "result", result: () => 1 }'), "thread failed"],
    ["cannot be parsed", "const const;", "Unexpected token"],
    ["needs too much memory", "const all = []; for (;;) all.push(new Array(1e5).fill(all.length));", "memory"],
  ])("rejects where the script %s", async (_how, body, message) => {
    await expect(runInThread(script(body), null, undefined, { maxMemoryMb: 16 })).rejects.toThrow(message);
  });

  it("rejects with what the caller's own functions throw, and closes the pieces", async () => {
    const endless = script("setInterval(() => {}, 1e6);");
    const reporting = script(`${post('{ is: "progress", progress: 1 }')}setInterval(() => {}, 1e6);`);
    const refuse = async () => {
      throw new Error("the job was taken over");
    };
    await expect(runInThread(reporting, null, refuse)).rejects.toThrow("taken over");

    const asking = script(`parentPort.on("message", () => {}); ${post('{ is: "ready" }')}`);
    async function* failing(): AsyncGenerator<number> {
      yield* [];
      throw new Error("the connection was lost");
    }
    await expect(runInThread(asking, null, undefined, { pieces: failing() })).rejects.toThrow("connection was lost");

    let isClosed = false;
    async function* rows(): AsyncGenerator<number> {
      try {
        for (let row = 0; ; row += 1) yield row;
      } finally {
        isClosed = true;
      }
    }
    const stopping = script(`parentPort.on("message", () => process.exit(0)); ${post('{ is: "ready" }')}`);
    await expect(runInThread(stopping, null, undefined, { pieces: rows() })).rejects.toThrow("exit code 0");
    expect(isClosed).toBe(true);

    const signal = AbortSignal.timeout(50);
    await expect(runInThread(endless, null, undefined, { signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("gets neither the environment nor the arguments of the process", async () => {
    const found = await runInThread(
      script(post('{ is: "result", result: [Object.keys(process.env), process.execArgv] }')),
      null,
    );
    expect(found).toEqual([[], []]);
  });
});
