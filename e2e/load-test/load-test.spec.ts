import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

/**
 * Sixty participants at once on two application processes, fifteen in a hundred of whom drop out, while a process,
 * PostgreSQL and everything at once are killed. `npm run crowd -- --participants 300 --faults` is the same, larger.
 */
test("a load test of sixty fills every margin exactly and loses no acknowledged answer, whatever is killed", async () => {
  const tsx = createRequire(import.meta.url).resolve("tsx/cli");
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const child = spawn(process.execPath, [tsx, main, "--participants", "60", "--faults"], { stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code, output).toBe(0);
  expect(output).toContain("9 passed, 0 failed");
});
