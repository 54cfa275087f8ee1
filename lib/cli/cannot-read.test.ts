import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { inProcess } from "@/prisma/factories/run-parallax.ts";

const folder = mkdtempSync(join(tmpdir(), "cannot-read-"));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([[["smcdel", folder]], [["predictions", "inspect", folder]], [["kste", "score", folder, folder]]])(
  "says of a folder in place of a file what is expected: %j",
  async (args) => {
    const { code, err } = await inProcess(...args);
    expect({ code, sentences: err.trim().split("\n").length }).toEqual({ code: 2, sentences: 1 });
    expect(err).toContain("it is a folder, and a file is expected");
  },
);
