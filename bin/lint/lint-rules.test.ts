import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");

/** The lines that the linter, with the settings of this repository, reports in files with this text. */
function reported(paths: string[], text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "parallax-lint-"));
  try {
    const { $schema: _, vcs: __, ...settings } = JSON.parse(readFileSync("biome.json", "utf8"));
    writeFileSync(join(folder, "biome.json"), JSON.stringify(settings));
    cpSync("bin/lint", join(folder, "bin/lint"), { recursive: true });
    for (const path of paths) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const found = spawnSync(process.execPath, [biome, "lint", "--colors=off"], { cwd: folder, encoding: "utf8" });
    return [...`${found.stdout}${found.stderr}`.matchAll(/^(\S+:\d+):\d+ plugin /gm)].map((match) => match[1]!).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const byHand = [
  "export const words = (n: number, at: Date) => [",
  "  n.toFixed(1),",
  '  n.toLocaleString("en"),',
  "  at.toISOString().slice(0, 10),",
  '  new Intl.NumberFormat("en"),',
  "  at.toISOString(),",
  "];",
].join("\n");

it("names file and line of each number and date that is formatted by hand, outside lib/domain/format", () => {
  const paths = ["app/x.tsx", "components/x.tsx", "lib/domain/results/x.ts"];
  const expected = paths.flatMap((path) => [2, 3, 4, 5].map((line) => `${path}:${line}`));
  expect(reported([...paths, "lib/domain/format/x.ts"], byHand)).toEqual(expected);
});

it("names a second implementation of what has one", () => {
  const copies = [
    "export const copies = (text: string, map: Map<string, string[]>, headers: Headers) => [",
    "  map.set(text, [...(map.get(text) ?? []), text]),",
    "  text.charAt(0).toUpperCase() + text.slice(1),",
    '  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),',
    '  text.replace(/[.]/g, "\\\\$&"),',
    '  headers.get("origin"),',
    "];",
  ].join("\n");
  const path = "lib/server/studies/x.ts";
  expect(reported([path], copies)).toEqual([2, 3, 4, 5, 6].map((line) => `${path}:${line}`));
});

it("names a statement whose values are numbered, instead of written where they are used", () => {
  const statements = [
    "export const read = (client: Client, id: string) => [",
    '  client.query("SELECT FROM study WHERE id = $1", [id]),',
    "  maybeRow(client, row, `SELECT id FROM study",
    "    WHERE id = $1`, [id]),",
    "  client.query(statement, values),",
    "  maybeRow(client, row, sql`SELECT id FROM study WHERE id = ${id}`),",
    "];",
  ].join("\n");
  const path = "lib/server/studies/x.ts";
  expect(reported([path, "lib/server/studies/x.test.ts"], statements)).toEqual(
    [2, 3, 5].map((line) => `${path}:${line}`),
  );
});
