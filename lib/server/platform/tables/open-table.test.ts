import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import type { TableOptions, TableRecord } from "@/lib/domain/tables/read-csv.ts";
import { collectBytes } from "../files/bounded-bytes.ts";
import { openTable } from "./open-table.ts";

async function* bytesOf(content: Uint8Array | string, pieceLength = 7) {
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += pieceLength) yield bytes.subarray(start, start + pieceLength);
}

async function read(content: Uint8Array | string, options?: TableOptions) {
  const { header, records } = await openTable(bytesOf(content), options);
  const read: TableRecord[] = [];
  for await (const record of records) read.push(record);
  return { header, records: read };
}

/** A workbook as spreadsheets write it, as far as its cells go. */
async function workbook(rows: (string | number | boolean | null)[][]): Promise<Uint8Array> {
  const cell = (value: string | number | boolean | null, column: number, row: number) => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (value === null) return "";
    if (typeof value === "number") return `<c r="${at}"><v>${value}</v></c>`;
    if (typeof value === "boolean") return `<c r="${at}" t="b"><v>${Number(value)}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  };
  const data = rows
    .map(
      (row, index) => `<row r="${index + 1}">${row.map((value, column) => cell(value, column, index)).join("")}</row>`,
    )
    .join("");
  const xml = '<?xml version="1.0" encoding="UTF-8"?>';
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const zip = new ZipFile();
  const entries: Record<string, string> = {
    "[Content_Types].xml": `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${xml}<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
  };
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return collectBytes(zip.outputStream as AsyncIterable<Uint8Array>);
}

describe("the one reader of tables", () => {
  it("reads CSV with a byte order mark, whatever the pieces are", async () => {
    expect(await read("\uFEFFid;text\n1;größer 𝔘\n")).toEqual({
      header: ["id", "text"],
      records: [{ line: 2, cells: ["1", "größer 𝔘"], problem: null }],
    });
  });

  it("names the line whose bytes are not UTF-8", async () => {
    const latin = Buffer.concat([Buffer.from("id,text\n1,fine\n2,gr"), Buffer.from([0xf6]), Buffer.from("sser\n")]);
    await expect(read(latin)).rejects.toThrow("it is not UTF-8 text (line 3); save it as UTF-8");
    await expect(read(Buffer.from([0xff, 0xfe, 0x61, 0]))).rejects.toThrow("it is UTF-16 text; save it as UTF-8");
    await expect(read(Buffer.from([0x61, 0x2c, 0xc3]))).rejects.toThrow("(line 1)");
  });

  it("reads the first sheet of a workbook in a thread", async () => {
    const bytes = await workbook([
      ["id", "gold", "text", "n"],
      ["1", true, " two\nlines, and more ", 0.1],
      [null, null, null, null],
      ["2", false, null, 12345678901],
    ]);
    expect(await read(bytes)).toEqual({
      header: ["id", "gold", "text", "n"],
      records: [
        { line: 2, cells: ["1", "true", " two\nlines, and more ", "0.1"], problem: null },
        { line: 4, cells: ["2", "false", "", "12345678901"], problem: null },
      ],
    });
  });

  it("refuses workbooks that are broken or name a column twice, and empty files", async () => {
    const bytes = await workbook([
      ["id", "id"],
      ["1", "2"],
    ]);
    await expect(read(bytes)).rejects.toThrow("it has two columns named “id”");
    await expect(read(bytes.subarray(0, 300))).rejects.toThrow(
      "it is an office document whose first sheet cannot be read",
    );
    await expect(read("")).rejects.toThrow("it is empty");
  });

  it("reads a table of a header alone", async () => {
    expect(await read("id,text\n")).toEqual({ header: ["id", "text"], records: [] });
  });
});
