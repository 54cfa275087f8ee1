import type { ItemKind } from "../items/kinds/item-kind.ts";
import type { ExportRecord, ExportTable } from "./export-table.ts";

/** The codebook as a table: one row for each column of each file, and one for each possible value of a column. */
export const codebookTable: ExportTable = {
  name: "codebook",
  description: "What every column of every file means.",
  columns: [
    { name: "file", description: "the file, without its ending", type: "text" },
    { name: "column", description: "the column", type: "text" },
    { name: "type", description: "its meaning", type: "text" },
    { name: "unit", description: "unit of a number", type: "text" },
    { name: "description", description: "what it means", type: "text" },
    { name: "value", description: "a possible value; empty for the column itself", type: "text" },
    { name: "meaning", description: "what that value means", type: "text" },
    { name: "canary", description: "marks the record as test data", type: "text" },
  ],
};

/** The rows of the codebook for the tables of an export. */
export function listCodebookRecords(tables: readonly ExportTable[], canary: string): ExportRecord[] {
  return tables.flatMap((table) =>
    table.columns.flatMap((column): ExportRecord[] => {
      const reference = { file: table.name, column: column.name };
      const values = Object.entries(column.values ?? {});
      return [
        { ...reference, type: column.type, unit: column.unit ?? null, description: column.description, canary },
        ...values.map(([value, meaning]) => ({ ...reference, value, meaning, canary })),
      ];
    }),
  );
}

/** The codebook as a JSON document, including the item kinds' descriptions of answers. */
export function createCodebookDocument(tables: readonly ExportTable[], kinds: readonly ItemKind[], canary: string) {
  return {
    canary,
    files: tables.map(({ name, description, columns }) => ({ file: name, description, columns })),
    itemKinds: kinds.map(({ name, label, codebook }) => ({ name, label, codebook })),
  };
}
