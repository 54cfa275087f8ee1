import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../lib/cli/main.ts";

const cases = readFileSync(new URL("../lib/domain/epistemic/fixtures/smcdel-cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): { id: string; smcdel: string; expected: { status: string } } => JSON.parse(line));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "smcdel-"));
  for (const { id, smcdel } of cases) await writeFile(join(folder, `${id}.smcdel`), smcdel);
});
afterAll(() => rm(folder, { recursive: true }));

describe("parallax smcdel", () => {
  it("prints the expected object for every file, in order, and exits with 1 when one has an error", async () => {
    const files = cases.map(({ id }) => join(folder, `${id}.smcdel`));
    const { code, stdout } = await run(["smcdel", "--json", ...files]);
    expect(lines(stdout).map((line) => JSON.parse(line))).toEqual(cases.map(({ expected }) => expected));
    expect(code).toBe(1);
  });

  it("exits with 0 when all files are right", async () => {
    const right = cases.filter(({ expected }) => expected.status === "ok");
    const { code, stderr } = await run(["smcdel", ...right.map(({ id }) => join(folder, `${id}.smcdel`))]);
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("answers wherever it is called from", async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL("parallax", import.meta.url)), "smcdel", "-"], {
      cwd: folder,
      env: { ...process.env, TSX_TSCONFIG_PATH: undefined },
    });
    child.stdin.end("VARS 1 LAW Top OBS a: 1 VALID? 1 | ~1");
    const [[code], stdout] = await Promise.all([once(child, "exit"), text(child.stdout)]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("true   VALID?")]);
  });

  it("reads standard input and speaks to people", async () => {
    const { code, stdout } = await run(
      ["smcdel", "-"],
      "VARS 1,2 LAW 1 OBS a: 2 VALID? 1&2 TRUE? {1} ~2 WHERE? a knows whether 1",
    );
    expect(code).toBe(0);
    expect(lines(stdout)).toEqual([
      "standard input  2 atoms, 1 agent, 2 states",
      "  1  false  VALID? 1 & 2",
      "  2  true   TRUE? {1} ~2",
      "  3  2 states  WHERE? a knows whether 1",
      "       {1}",
      "       {1,2}",
    ]);
  });

  it("shows where a text cannot be read", async () => {
    const { code, stderr, stdout } = await run(["smcdel", "-"], "VARS 1 LAW Top OBS a: 1\n\tVALID? (1 1)");
    expect([code, stdout]).toEqual([1, ""]);
    expect(lines(stderr)).toEqual([
      'standard input:2:19: expected ), found "1"',
      "          VALID? (1 1)",
      "                    ^",
    ]);
  });

  it("says where it stops", async () => {
    const atoms = Array.from({ length: 30 }, (_, index) => index).join();
    const { code, stdout } = await run(["smcdel", "--json", "-"], `VARS ${atoms} LAW Top OBS a: 1 VALID? 1`);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: "limit_error" });
  });

  it("calls a file that cannot be read bad use", async () => {
    const { code, stderr } = await run(["smcdel", join(folder, "absent")]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot read .*absent/);
    expect((await run(["smcdel"])).code).toBe(2);
  });

  it("helps", async () => {
    const { code, stdout } = await run(["smcdel", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("WHERE? F");
  });
});

async function run(args: string[], input = ""): Promise<{ code: number; stdout: string; stderr: string }> {
  const outputs = { stdout: "", stderr: "" };
  const into = (name: "stdout" | "stderr") =>
    new Writable({
      write(chunk, _encoding, done) {
        outputs[name] += String(chunk);
        done();
      },
    });
  const code = await main(args, { stdin: Readable.from([input]), stdout: into("stdout"), stderr: into("stderr") });
  return { code, ...outputs };
}

function lines(output: string): string[] {
  return output.trimEnd().split("\n");
}
