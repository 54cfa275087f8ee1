import { randomUUID } from "node:crypto";
import * as z from "zod";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import type { Design } from "../../lib/domain/survey/design.ts";
import { street2024Design, street2024Protocol } from "../../lib/domain/survey/presets/street-2024.ts";
import type { Protocol } from "../../lib/domain/survey/protocol.ts";
import { withNewestWords } from "../../lib/domain/survey/translate-protocol.ts";
import { importItems } from "../../lib/server/items/import-items.ts";
import type { UploadedArchive } from "../../lib/server/items/media/store-files.ts";
import { saveTaskSchema } from "../../lib/server/items/tasks/save-task-schema.ts";
import { installation } from "../../lib/server/platform/access/access.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { manyRows, oneRow } from "../../lib/server/platform/database/rows.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { withTx } from "../../lib/server/platform/database/with-transaction.ts";
import { createStudy } from "../../lib/server/studies/draft/create-study.ts";
import { openStudy } from "../../lib/server/studies/run/open-study.ts";

export interface MadeStudy {
  id: string;
  slug: string;
  projectId: string;
  benchmarkId: string;
  protocolVersionId: string;
}

const idRow = z.strictObject({ id: z.string() });

/**
 * An open study in a separate project: `items` true-false items about one story each, Street's session without dwell.
 * Tests can change each property they depend on.
 */
export async function makeStudy(
  options: {
    items?: number;
    /** An item file's lines, in place of the true-false items. */
    lines?: AsyncIterable<string>;
    /** Task schemas by name, which the lines may refer to. */
    schemas?: Readonly<Record<string, unknown>>;
    /** Files that the lines show by path. */
    archive?: UploadedArchive;
    design?: Partial<Design>;
    protocol?: (protocol: Protocol) => Protocol;
    open?: boolean;
  } = {},
): Promise<MadeStudy> {
  const slug = `study-${randomUUID().slice(0, 8)}`;
  const project = `project-${slug}`;
  const { id: projectId } = await oneRow(
    pool(),
    idRow,
    sql`INSERT INTO project (id, name, slug) VALUES (gen_random_uuid(), ${project}, ${project}) RETURNING id`,
  );
  for (const [name, document] of Object.entries(options.schemas ?? {}))
    await saveTaskSchema(installation, { projectId, slug: name, document });
  const { benchmarkId } = await importItems({
    projectId,
    benchmarkName: `Benchmark of ${slug}`,
    fileName: "made.jsonl",
    lines: options.lines ?? makeItemLines(options.items ?? 4),
    actorId: null,
    archive: options.archive,
  });
  const items = await manyRows(
    pool(),
    idRow,
    sql`SELECT id FROM item_version WHERE benchmark_id = ${benchmarkId} ORDER BY ordinal`,
  );
  const design: Design = { ...street2024Design(slug, 2), ...options.design };
  const id = await withTx((client) =>
    createStudy(client, {
      projectId,
      createdById: null,
      name: `Study ${slug}`,
      slug,
      description: "",
      language: "en",
      stage: "main",
      benchmarkId,
      itemIds: items.map((row) => row.id),
      design,
      protocol: withNewestWords((options.protocol ?? withoutDwell)(street2024Protocol())),
      correspondence: presetCorrespondence(undefined, design.factors),
      isDemo: false,
    }),
  );
  if (options.open ?? true) await openStudy(id);
  const study = await oneRow(
    pool(),
    z.strictObject({ protocol_version_id: z.string() }),
    sql`SELECT protocol_version_id FROM study WHERE id = ${id}`,
  );
  return { id, slug, projectId, benchmarkId, protocolVersionId: study.protocol_version_id };
}

/** Street's protocol without dwell times, for tests that are not about them. */
export function withoutDwell(protocol: Protocol): Protocol {
  return withDwell(protocol, 0);
}

/** The same protocol with all items of a session on one page, each with a field for the reason below its answer. */
export function withReasonsBelow(protocol: Protocol): Protocol {
  const quick = withoutDwell(protocol);
  return {
    ...quick,
    steps: quick.steps.map((step) =>
      step.kind === "items"
        ? {
            ...step,
            layout: "one-screen",
            explanation: { label: "Why?", help: "", required: true, maximumLength: 200, place: "with-answer" },
          }
        : step,
    ),
  };
}

export function withDwell(protocol: Protocol, dwellSeconds: number): Protocol {
  return {
    ...protocol,
    steps: protocol.steps.map((step) => (step.kind === "items" ? { ...step, dwellSeconds } : step)),
  };
}

async function* makeItemLines(count: number): AsyncGenerator<string> {
  for (let number = 0; number < count; number += 1) {
    yield JSON.stringify({
      id: `item-${number}`,
      kind: "true-false",
      story: { id: `story-${number}`, title: `Story ${number}`, text: `Ana told Ben the number ${number}.` },
      text: `Ben knows the number ${number}.`,
      gold: number % 2 === 0,
      attributes: { number },
    });
  }
}
