import { expect, it } from "vitest";
import { readCsvText } from "@/lib/domain/tables/read-csv.ts";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { openTable } from "../../platform/tables/open-table.ts";
import { openSchemaExport } from "./export-schema.ts";

withTestDatabase();

it("writes the table of answers as a workbook with the cells of the CSV file", async () => {
  const texts = ["=1+1", "Kälter, „als“\n1 < 2"];
  const rows = texts.map((text, index) => ({ id: `${index}`, fields: { text }, metadata: { year: 2025 } }));
  const collection = await makeSchemaCollection(sentiment.document, rows);
  const [lead, ann] = [collection.researcher, await collection.annotator()];
  await giveAnswers(ann, await schemaTaskOf(ann, collection), { sentiment: "neutral" });
  const { name, stream: workbook } = await openSchemaExport(lead, collection.id, { format: "xlsx" });
  expect(name).toMatch(/\.xlsx$/u);
  const { header, records } = await openTable(workbook);
  const { stream } = await openSchemaExport(lead, collection.id, { format: "csv" });
  const csv = readCsvText(Buffer.concat(await stream.toArray()).toString("utf8"));
  const cells = [header];
  for await (const record of records) cells.push(record.cells ?? []);
  // A workbook read again has no empty cells at the end of a row.
  const filled = (row: readonly string[] | null) => row?.join("|").replace(/\|+$/u, "");
  expect(cells.map(filled)).toEqual(csv.map((record) => filled(record.cells)));
  await expect(openSchemaExport(ann, collection.id, { format: "xlsx" })).rejects.toMatchObject({ code: "not-found" });
});

it("names the cell that does not fit into a workbook", async () => {
  const rows = [{ id: "long", fields: { text: "x".repeat(40_000) } }];
  const collection = await makeSchemaCollection(sentiment.document, rows);
  await expect(openSchemaExport(collection.researcher, collection.id, { format: "xlsx" })).rejects.toMatchObject({
    ...{ code: "invalid", field: "format" },
    message: expect.stringContaining("text of item long has more than 32,767 characters"),
  });
});
