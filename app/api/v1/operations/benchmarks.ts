import * as z from "zod";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { saveItem } from "@/lib/server/imports/save-item.ts";
import { getBenchmark, listBenchmarkItems, listBenchmarks } from "@/lib/server/items/benchmarks.ts";
import {
  archiveBenchmark,
  createBenchmark,
  deleteBenchmark,
  updateBenchmark,
} from "@/lib/server/items/save-benchmark.ts";
import { undoItemImport } from "@/lib/server/items/undo-item-import.ts";
import { reparseBenchmark } from "@/lib/server/models/reparse-benchmark.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { excludeItem } from "@/lib/server/studies/draft/exclude-item.ts";
import { benchmarkParams, createdId, dateTime, operation, projectParams, studyParams } from "./operation.ts";

const tag = "Benchmarks";
const benchmarkLine = {
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  isDemo: z.boolean(),
  items: z.int(),
  stories: z.int(),
  kinds: z.array(z.string()),
  studies: z.int(),
};
const archivedBody = z.strictObject({ archived: z.boolean() });

export const benchmarkOperations = [
  operation({
    id: "listBenchmarks",
    method: "GET",
    path: "/projects/{project}/benchmarks",
    tag,
    summary: "List the benchmarks of a project",
    params: projectParams,
    query: z.object({ archived: z.stringbool().default(false) }),
    result: z.object({ benchmarks: z.array(z.object(benchmarkLine)) }),
    work: async ({ actor, params, query }) => ({
      benchmarks: await listBenchmarks(actor, params.project, query.archived),
    }),
  }),
  operation({
    id: "getBenchmark",
    method: "GET",
    path: "/benchmarks/{benchmark}",
    tag,
    summary: "Get a benchmark",
    params: benchmarkParams,
    result: z.object({
      ...benchmarkLine,
      projectId: z.uuid(),
      licence: z.string(),
      canary: z.string(),
      createdAt: dateTime,
    }),
    work: async ({ actor, params }) => (await getBenchmark(actor, params.benchmark)) ?? throwNotFound(),
  }),
  operation({
    id: "listItems",
    method: "GET",
    path: "/benchmarks/{benchmark}/item-versions",
    tag,
    summary: "List the newest versions of a benchmark's items with their answer keys, 60 per page",
    params: benchmarkParams,
    query: z.object({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      search: boundedText(200).default(""),
    }),
    result: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          version: z.int(),
          kind: z.string(),
          text: z.string(),
          attributes: z.record(z.string(), z.unknown()),
          story: z.object({ id: z.string(), title: z.string(), genre: z.string(), text: z.string() }),
          gold: z.unknown(),
        }),
      ),
    }),
    work: async ({ actor, params, query }) =>
      (await listBenchmarkItems(actor, params.benchmark, query)) ?? throwNotFound(),
  }),
  operation({
    id: "createBenchmark",
    method: "POST",
    path: "/projects/{project}/benchmarks",
    tag,
    summary: "Create an empty benchmark",
    params: projectParams,
    body: z.strictObject({
      name: requiredText(200),
      description: boundedText(2_000).default(""),
      licence: boundedText(300).default(""),
    }),
    result: createdId,
    work: ({ actor, params, body }) => createBenchmark(actor, params.project, body),
  }),
  operation({
    id: "saveItem",
    method: "POST",
    path: "/benchmarks/{benchmark}/item-versions",
    tag,
    summary: "Store an item, or a new version of the item version `basedOn`, with all parts as text",
    params: benchmarkParams,
    body: z.strictObject({
      basedOn: z.uuid().nullable().default(null),
      reason: boundedText(2_000).default(""),
      form: z.strictObject({
        id: boundedText(200).default(""),
        kind: requiredText(40),
        title: boundedText(500).default(""),
        genre: boundedText(100).default(""),
        story: boundedText(100_000).default(""),
        text: boundedText(20_000).default(""),
        options: boundedText(130_000).default(""),
        key: boundedText(100_000).default(""),
        attributes: boundedText(100_000).default(""),
        fields: boundedText(200_000).default(""),
      }),
    }),
    result: z.object({ id: z.uuid(), stored: z.int() }),
    work: ({ actor, params, body }) => saveItem(actor, params.benchmark, body),
  }),
  operation({
    id: "undoItemImport",
    method: "DELETE",
    path: "/item-imports/{import}",
    tag,
    summary: "Remove the items, stories and keys that an import stored, if nothing uses them",
    params: z.object({ import: z.uuid() }),
    result: z.object({ removed: z.int() }),
    work: ({ actor, params }) => undoItemImport(actor, params.import),
  }),
  operation({
    id: "leaveOutItem",
    method: "POST",
    path: "/studies/{study}/left-out-items",
    tag,
    summary: "Remove an item version from a draft study",
    params: studyParams,
    body: z.strictObject({ item: z.uuid() }),
    work: ({ actor, params, body }) => excludeItem(actor, params.study, body.item),
  }),
  operation({
    id: "updateBenchmark",
    method: "PATCH",
    path: "/benchmarks/{benchmark}",
    tag,
    summary: "Change the name, the description and the licence of a benchmark",
    params: benchmarkParams,
    body: z.strictObject({ name: requiredText(200), description: boundedText(2_000), licence: boundedText(300) }),
    work: ({ actor, params, body }) => updateBenchmark(actor, params.benchmark, body),
  }),
  operation({
    id: "archiveBenchmark",
    method: "PUT",
    path: "/benchmarks/{benchmark}/archived",
    tag,
    summary: "Archive a benchmark or restore it",
    params: benchmarkParams,
    body: archivedBody,
    work: ({ actor, params, body }) => archiveBenchmark(actor, params.benchmark, body.archived),
  }),
  operation({
    id: "deleteBenchmark",
    method: "DELETE",
    path: "/benchmarks/{benchmark}",
    tag,
    summary: "Delete a benchmark that nothing depends on",
    params: benchmarkParams,
    work: ({ actor, params }) => deleteBenchmark(actor, params.benchmark),
  }),
  operation({
    id: "rereadAnswers",
    method: "POST",
    path: "/benchmarks/{benchmark}/rereadings",
    tag,
    summary: "Parse the stored texts of models again with the newest parser; without `apply`, only count the changes",
    params: benchmarkParams,
    body: z.strictObject({ apply: z.boolean().default(false) }),
    result: z.object({ read: z.int(), changed: z.int(), isApplied: z.boolean() }),
    work: ({ actor, params, body }) => reparseBenchmark(actor, params.benchmark, body.apply),
  }),
];

function throwNotFound(): never {
  throw notFoundError();
}
