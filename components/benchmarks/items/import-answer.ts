import * as z from "zod";
import { rejectionSchema } from "@/lib/domain/interchange/import-report.ts";
import { keyCodings } from "@/lib/domain/interchange/item-files/key-coding.ts";

const storySchema = z.object({ title: z.string(), genre: z.string(), text: z.string() });
const previewSchema = z.object({
  line: z.number(),
  id: z.string(),
  kind: z.string(),
  story: storySchema,
  text: z.string(),
  options: z.array(z.string()),
  key: z.string(),
  attributes: z.record(z.string(), z.unknown()).optional(),
  task: z.unknown().optional(),
});
export type PreviewedItem = z.infer<typeof previewSchema>;

const tableSchema = z.object({
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  mapped: z.record(z.string(), z.string()),
  keys: z.enum(keyCodings).nullable(),
  isNumbered: z.boolean(),
  unusedKeys: z.number(),
  problem: z.string().nullable(),
});
export type MappedTable = z.infer<typeof tableSchema>;

/** The fields of the server's item import report that the form uses. */
export const itemImportSchema = z.object({
  id: z.string(),
  benchmarkId: z.string(),
  benchmarkName: z.string(),
  rows: z.number(),
  inserted: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  rejections: z.array(rejectionSchema),
  repeated: z.array(z.number()),
  balance: z.object({ ok: z.boolean(), errors: z.array(z.object({ message: z.string() })) }).nullish(),
  isDryRun: z.boolean(),
  format: z.string(),
  table: tableSchema.nullable(),
  keysCorrected: z.number(),
  newVersions: z.number(),
  withoutPoints: z.number(),
  preview: z.array(previewSchema),
});
export type ItemImportAnswer = z.infer<typeof itemImportSchema>;
