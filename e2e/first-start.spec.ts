import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { findFreePort } from "../lib/supervisor/free-port.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** `npm start`, or the command it runs, with a separate data directory, until it reports that it is ready. */
async function start(
  dataFolder: string,
  port: number,
  command = [process.execPath, join(root, "bin/start.js")],
): Promise<{ child: ChildProcess; output: string }> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, DATABASE_URL: "", PARALLAX_URL: "", PORT: String(port), PARALLAX_DATA_DIR: dataFolder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (output.includes("Press Ctrl-C to stop.")) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`ended with code ${code}:\n${output}`)));
  });
  return { child, output };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill(signal);
  return await ended;
}

test("one command brings up the demo and a link for the first admin; Ctrl-C and kill -9 leave what the next start repairs", async ({
  page,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), "parallax-e2e-start-"));
  const port = await findFreePort("127.0.0.1");
  const address = `http://localhost:${port}`;

  const first = await start(dataFolder, port);
  expect(first.output).toContain(`Parallax is ready: ${address}`);
  const [setupLink] = /http:\S+\/setup\S+/.exec(first.output) ?? [];
  await page.goto(setupLink as string);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto(`${address}/s/demo`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.close();
  expect(await end(first.child, "SIGINT")).toBe(0);
  await expect(fetch(address)).rejects.toThrow();

  const second = await start(dataFolder, port);
  expect(second.output).not.toContain("Creating the database");
  await end(second.child, "SIGKILL");
  await expect(fetch(address)).rejects.toThrow();

  const third = await start(dataFolder, port, ["npm", "start"]);
  expect(third.output).toContain("An earlier start was killed and left its database running");
  expect((await fetch(`${address}/s/demo`)).status).toBe(200);
  // npm passes the signal to a shell only; all processes must still end.
  await end(third.child, "SIGTERM");
  await expect
    .poll(
      () =>
        fetch(address).then(
          () => "answers",
          () => "gone",
        ),
      { timeout: 180_000 },
    )
    .toBe("gone");
  await expect.poll(() => existsSync(join(dataFolder, "database/postmaster.pid")), { timeout: 180_000 }).toBe(false);
  await rm(dataFolder, { recursive: true, force: true });
});
