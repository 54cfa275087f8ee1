import type { PoolClient } from "pg";
import * as z from "zod";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import {
  decimalColumn,
  integerColumn,
  jsonColumn,
  textColumn,
  timeColumn,
} from "@/lib/domain/interchange/export-study-columns.ts";
import type { ExportRecord, ExportTable } from "@/lib/domain/interchange/export-table.ts";
import { readAcceptedItems } from "../../annotation/export/read-accepted.ts";
import { readExportedItems } from "../../annotation/schema/read-exported-items.ts";
import { json, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import type { RecordSource, TableRelease } from "./table-release.ts";

const collectionRow = z.strictObject({
  name: z.string(),
  slug: z.string(),
  canary: z.string(),
  isDemo: z.boolean(),
  hasSchema: z.boolean(),
  items: z.number(),
  accepted: z.number(),
});

const guidelineRow = z.strictObject({ version: z.number(), body: z.string() });
const schemaRow = z.strictObject({ document: json() });

const storyTable: ExportTable = {
  name: "items",
  description: "One row for each accepted item, with its current text.",
  columns: [
    textColumn("item", "name of the item in its source"),
    textColumn("group", "items about one story"),
    textColumn("kind", "kind of the item"),
    textColumn("story", "the story"),
    jsonColumn("fields", "all fields of the item"),
    jsonColumn("record", "how it was annotated and reviewed, without names"),
  ],
};

const schemaTable: ExportTable = {
  name: "items",
  description: "One row for each item of the collection.",
  columns: [
    textColumn("item", "name of the item"),
    textColumn("group", "items that belong together"),
    textColumn("status", "status of the item"),
    jsonColumn("fields", "what annotators see"),
    jsonColumn("metadata", "what they do not see"),
    jsonColumn("accepted", "the accepted answers; empty before"),
    integerColumn("annotators", "number of people who answered"),
  ],
};

const annotationTable: ExportTable = {
  name: "annotations",
  description: "One row for each annotator and item.",
  columns: [
    textColumn("item", "name of the item"),
    textColumn("annotator", "number or code of the annotator"),
    jsonColumn("answer", "the answers to the fields of the task"),
    integerColumn("version", "version of the task"),
    timeColumn("answered_at", "when it was answered"),
    decimalColumn("seconds", "active time in seconds; empty for imported answers"),
  ],
};

/**
 * The data of a collection with its newest guidelines: the accepted items of a collection of stories, or all items of a
 * collection with a task schema and the answers of all annotators, who are numbered. The client stays open while the
 * records are read.
 */
export async function readCollectionRelease(client: PoolClient, id: string): Promise<TableRelease> {
  const { hasSchema, items, accepted, ...collection } = await oneRow(
    client,
    collectionRow,
    sql`SELECT collection.name, collection.slug,
          coalesce(benchmark.canary, '') AS canary, collection.is_demo AS "isDemo",
          collection.task_schema_id IS NOT NULL AS "hasSchema",
          (SELECT count(*)::int FROM annotation_item WHERE collection_id = collection.id) AS items,
          (SELECT count(*)::int FROM annotation_item WHERE collection_id = collection.id AND status = 'accepted') AS accepted
        FROM annotation_collection AS collection LEFT JOIN benchmark ON benchmark.id = collection.benchmark_id
        WHERE collection.id = ${id}::uuid`,
  );
  const guidelines = await maybeRow(
    client,
    guidelineRow,
    sql`SELECT version, body FROM annotation_guideline WHERE collection_id = ${id}::uuid ORDER BY version DESC LIMIT 1`,
  );
  const schema = await maybeRow(
    client,
    schemaRow,
    sql`SELECT version.document FROM task_schema_version AS version
        JOIN annotation_collection AS collection ON collection.task_schema_id = version.task_schema_id
        WHERE collection.id = ${id}::uuid ORDER BY version.version DESC LIMIT 1`,
  );
  return {
    ...collection,
    models: [],
    texts: {
      collection: `The collection has ${formatNumberOf(items, "item")}, of which ${formatCount(accepted)} ${accepted === 1 ? "is" : "are"} accepted.`,
      privacy: "Annotators are numbered; names and e-mail addresses are removed.",
      annotation: guidelines
        ? `By the guidelines of version ${guidelines.version} (documentation/guidelines.md).`
        : "The collection has no guidelines.",
      review: "Accepted items were reviewed as the collection requires; the history of each item is in its record.",
    },
    tables: hasSchema ? listSchemaTables(client, id) : [{ table: storyTable, read: () => storyRecords(client, id) }],
    documents: [
      ...(guidelines ? [["documentation/guidelines.md", `${guidelines.body}\n`] as [string, string]] : []),
      ...(schema
        ? [["documentation/task-schema.json", `${JSON.stringify(schema.document, null, 2)}\n`] as [string, string]]
        : []),
    ],
  };
}

async function* storyRecords(client: PoolClient, id: string): AsyncGenerator<ExportRecord> {
  for await (const { externalId, groupKey, item, record } of readAcceptedItems(client, id, "accepted"))
    yield {
      item: externalId,
      group: groupKey,
      kind: item.kind,
      story: item.story,
      fields: { ...item },
      record,
    };
}

function listSchemaTables(client: PoolClient, id: string): RecordSource[] {
  return [
    {
      table: schemaTable,
      read: async function* () {
        for await (const item of readExportedItems(client, id))
          yield {
            item: item.id,
            group: item.group,
            status: item.status,
            fields: item.fields,
            metadata: item.metadata,
            accepted: item.accepted,
            annotators: item.annotations.length,
          };
      },
    },
    {
      table: annotationTable,
      read: async function* () {
        for await (const item of readExportedItems(client, id))
          for (const { annotator, answer, version, at, seconds } of item.annotations)
            yield {
              item: item.id,
              annotator,
              answer,
              version,
              answered_at: new Date(at).toISOString(),
              seconds,
            };
      },
    },
  ];
}
