import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { main } from "@/lib/cli/main.ts";

async function run(...args: string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const [output, errors] = [text(stdout), text(stderr)];
  const code = await main(["reproduce", ...args], { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, output: await output, errors: await errors };
}

describe("parallax reproduce", () => {
  it("prints ours beside the published values, labelled as published, and names the misprints", async () => {
    const { code, output } = await run("street2024");
    expect(code).toBe(0);
    expect(output).toContain("AS PUBLISHED");
    expect(output).toMatch(/chi-square +printed 2\.630 +ours 2\.6304 +agrees/);
    expect(output).toMatch(/Z +printed -0\.3502 +ours -3\.50152 +misprint T7-FLAN-Z/);
    expect(output).toMatch(/refused here: .*\n +beside it: McNemar's mid-p/);
    expect(output).toContain("0 differ without explanation");
  });

  it("does the same for the derived columns of the second paper", async () => {
    const { code, output } = await run("kste2025");
    expect(code).toBe(0);
    expect(output).toMatch(/fullCls +printed 0\.56 +ours 0\.575 +misprint/);
    expect(output).toMatch(/Human, both events highlighted\n +negLoc +printed 0\.86 +ours 0\.860 +agrees/);
    expect(output).toContain("+12.6 and +12.2 points, best KNP 0.84");
    expect(output).toMatch(/fullCls +printed 0\.58 +ours 0\.590 +misprint T2-DEEPSEEK-V3\.2-FULLCLS/);
    expect(output).toMatch(/fullLoc +printed 0\.37 +ours 0\.380 +misprint T2-LLAMA3\.3-70B-FULLLOC/);
  });

  it("covers the two papers that print few numbers", async () => {
    const games = await run("mindgames2023");
    expect(games.code).toBe(0);
    expect(games.output).toMatch(/mean accuracy +printed 0\.94 +ours 0\.940 +agrees/);
    expect(games.output).toMatch(/both wrong on 1;/);
    expect(games.output).toContain("Errors in the publication\n  none found");
    const beliefs = await run("eob2026");
    expect(beliefs.code).toBe(0);
    expect(beliefs.output).toMatch(/expressions +printed 65702 +ours 65702 +agrees/);
    expect(beliefs.output).toMatch(/types +printed 17 +ours 19 +misprint T2-TYPES/);
    expect(beliefs.output).toContain("0 differ without explanation");
  });

  it("keeps remarks about method apart from errors", async () => {
    const { output } = await run("street2024");
    const [errors, remarks] = output.split("Remarks on the method (not errors)");
    expect(errors).not.toContain("INDEPENDENCE");
    expect(remarks).toContain("INDEPENDENCE");
  });

  it("writes one object for machines", async () => {
    const { output } = await run("street2024", "--json");
    const reproduction = JSON.parse(output) as { label: string; checks: unknown[]; errors: { id: string }[] };
    expect(reproduction.label).toBe("as published");
    expect(reproduction.checks.length).toBeGreaterThan(60);
    expect(reproduction.errors.map(({ id }) => id)).toContain("ANCHOR-HUM-Z");
  });

  it("knows only the papers that it has", async () => {
    const { code, errors } = await run("street2042");
    expect(code).toBe(2);
    expect(errors).toBe(
      'parallax: paper must be one of street2024, kste2025, mindgames2023, eob2026, not "street2042"\n',
    );
    expect((await run("--help")).output).toContain("street2024");
  });
});
