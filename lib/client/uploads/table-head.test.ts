import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRecordHead, readTableHead } from "./table-head.ts";

const read = (text: string) => readTableHead(new Blob([text]));

describe("the beginning of a table", () => {
  it("is its header and its first records, whatever separates the cells", async () => {
    expect(await read('\uFEFFid;story\n1;"One;\nfine"\n2;Two\n3;Three\n4;Four\n')).toEqual({
      header: ["id", "story"],
      records: [
        ["1", "One;\nfine"],
        ["2", "Two"],
        ["3", "Three"],
      ],
    });
    expect(await read("id,story\n1,One,more\n")).toEqual({ header: ["id", "story"], records: [["1", "One", "more"]] });
  });

  it("leaves a record out that was cut off, and is null without any", async () => {
    expect(await read(`id,story\n1,One\n2,"${"x".repeat(1_100_000)}"\n`)).toEqual({
      header: ["id", "story"],
      records: [["1", "One"]],
    });
    expect(await read("")).toBeNull();
  });

  it("is the keys and values of the first objects of JSON lines", async () => {
    const lines = '{"review":"Fine.","stars":4}\n\n{"stars":null,"review":"Bad."}\n{"rev';
    expect(await readRecordHead(new Blob([lines]))).toEqual({
      header: ["review", "stars"],
      records: [
        ["Fine.", "4"],
        ["Bad.", ""],
      ],
    });
    expect(await readRecordHead(new Blob(["not JSON"]))).toBeNull();
  });

  it("is that of the first sheet of a workbook, and null for another archive", async () => {
    const workbook = readFileSync("lib/server/annotation/schema/fixtures/items.xlsx");
    const head = await readTableHead(new Blob([workbook]));
    expect(head?.header.slice(0, 2)).toEqual(["id", "Text"]);
    expect(head?.records).toHaveLength(3);
    expect(head?.records[0]).toContain("The soup was cold.");
    expect(await readTableHead(new Blob([workbook.subarray(0, 4_000)]))).toBeNull();
  });
});
