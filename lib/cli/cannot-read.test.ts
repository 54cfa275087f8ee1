import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { inProcess } from "@/prisma/factories/run-parallax.ts";

const folder = mkdtempSync(join(tmpdir(), "cannot-read-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stories = join(folder, "stories.jsonl");
writeFileSync(stories, '{"id":"story_1","kind":"original","genre":"kids","story":"Ben ran home."}\n');

it.each([[["smcdel", folder]], [["kste", "score", stories, folder]], [["restore", folder]]])(
  "says of a folder in place of a file what is expected: %j",
  async (args) => {
    const { code, err } = await inProcess(...args);
    expect({ code, sentences: err.trim().split("\n").length }).toEqual({ code: 2, sentences: 1 });
    expect(err.toLowerCase()).toContain("the path is a folder; a file is expected");
  },
);
