import { spawn } from "node:child_process";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { main } from "@/lib/cli/main.ts";

async function run(input: string | Readable, args: string[] = []) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const output = text(stdout);
  const stdin = typeof input === "string" ? Readable.from([input]) : input;
  const code = await main(["stats", ...args], { stdin, stdout, stderr });
  stdout.end();
  return { code, lines: (await output).split("\n").slice(0, -1) };
}

const wilson = { id: "w", fn: "wilson", input: { k: 53, n: 56, conf: 0.95 } };

describe("parallax stats", () => {
  it("answers each line in the order of the lines", async () => {
    const requests = [2, 0, 1].map((exceed) => ({ id: `case ${exceed}`, fn: "mc_pvalue", input: { exceed, k: 9 } }));
    const { code, lines } = await run(requests.map((request) => JSON.stringify(request)).join("\n"));
    expect(code).toBe(0);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { id: "case 2", output: { pvalue: 0.3 } },
      { id: "case 0", output: { pvalue: 0.1 } },
      { id: "case 1", output: { pvalue: 0.2 } },
    ]);
  });

  it("answers a bad line with an error and goes on with the next", async () => {
    const { code, lines } = await run(
      ["{not json", "[]", '{"id":"n"}', '{"id":1,"fn":"wilson","input":{"k":5,"n":3}}', JSON.stringify(wilson)].join(
        "\n",
      ),
    );
    expect(code).toBe(1);
    const answers = lines.map((line) => JSON.parse(line) as { id: unknown; error?: string; output?: unknown });
    expect(answers.map(({ id }) => id)).toEqual([null, null, "n", 1, "w"]);
    expect(answers.slice(0, 4).every(({ error }) => typeof error === "string")).toBe(true);
    expect(answers[3]?.error).toBe("k must not exceed n = 3, but is 5");
    expect(answers[4]?.output).toMatchObject({ estimate: 53 / 56 });
  });

  it("counts a refused input as answered", async () => {
    const { code, lines } = await run('{"id":1,"fn":"wilson","input":{"k":5,"n":3}}');
    expect(code).toBe(0);
    expect(JSON.parse(lines[0] ?? "")).toEqual({ id: 1, error: "k must not exceed n = 3, but is 5" });
  });

  it("skips empty lines, bears Windows line ends and a byte-order mark, and is content with nothing", async () => {
    const { code, lines } = await run(`\uFEFF${JSON.stringify(wilson)}\r\n\r\n`);
    expect({ code, count: lines.length }).toEqual({ code: 0, count: 1 });
    expect(await run("")).toEqual({ code: 0, lines: [] });
  });

  it("answers a line before the next one has come", async () => {
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const done = main(["stats"], { stdin, stdout, stderr: new PassThrough() });
    stdin.write(`${JSON.stringify(wilson)}\n`);
    const [first] = (await new Promise<Buffer>((resolve) => stdout.once("data", resolve))).toString().split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({ id: "w" });
    stdin.end();
    expect(await done).toBe(0);
  });

  it("names every statistic in its help", async () => {
    const { code, lines } = await run("", ["--help"]);
    expect(code).toBe(0);
    const help = lines.join("\n");
    for (const name of ["krippendorff_alpha", "mean_rank_perm", "sample_size_wilson", "p_affirm"])
      expect(help).toContain(name);
  });

  it("runs as a program", async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL("parallax", import.meta.url)), "stats"]);
    child.stdin.end(`${JSON.stringify(wilson)}\n`);
    const [output, code] = await Promise.all([
      text(child.stdout),
      new Promise((resolve) => child.once("close", resolve)),
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ id: "w", output: { low: expect.closeTo(0.8539269093, 9) } });
  });
});
