import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

/** `npm run campaign:faults -- --minutes 60 --seed 1` is the same, longer; docs/proof.md has its figures. */
test("ten faults lose, double or alter no acknowledged answer and give no slot to two people", async () => {
  const tsx = createRequire(import.meta.url).resolve("tsx/cli");
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const args = [tsx, main, "--faults", "10", "--minutes", "12", "--seed", "1"];
  const child = spawn(process.execPath, args, { stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code, output).toBe(0);
  expect(output).toContain("seed 1: 10 faults");
});
