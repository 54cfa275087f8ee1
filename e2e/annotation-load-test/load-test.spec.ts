import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

/**
 * Twelve annotators at once on two application processes, one in ten tasks left in the middle, while both processes and
 * PostgreSQL are killed in turn. `npm run crowd:annotation` is the same with fifty annotators and 400 items.
 */
test("a load test of twelve annotators loses no saved word and holds no task twice, whatever is killed", async () => {
  const tsx = createRequire(import.meta.url).resolve("tsx/cli");
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const child = spawn(process.execPath, [tsx, main, "--annotators", "12", "--items", "80"], { stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code, output).toBe(0);
  expect(output).toContain("5 passed, 0 failed");
});
