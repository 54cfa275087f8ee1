import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { listItemComments, writeItemComment } from "./item-comments.ts";

withTestDatabase();

describe("comments on an item of a benchmark", () => {
  let study: MadeStudy;
  let items: string[];
  let ann: Actor;
  let ben: Actor;
  let viewer: Actor;
  let stranger: Actor;

  beforeAll(async () => {
    study = await makeStudy({ items: 2, open: false });
    const { projectId, benchmarkId } = study;
    const rows = await manyRows(
      pool(),
      z.strictObject({ id: z.string() }),
      sql`SELECT id FROM item_version WHERE benchmark_id = ${benchmarkId} ORDER BY ordinal`,
    );
    items = rows.map(({ id }) => id);
    ann = (await makePerson({ projectId, role: "researcher" })).actor;
    ben = (await makePerson({ projectId, role: "researcher" })).actor;
    viewer = (await makePerson({ projectId, role: "viewer" })).actor;
    stranger = (await makePerson({ projectId: (await makeStudy({ open: false })).projectId, role: "admin" })).actor;
  });

  it("are written by those who may change the project, read by its members, and unknown to others", async () => {
    const { benchmarkId } = study;
    const [first, second] = items as [string, string];
    const written = await writeItemComment(ann, benchmarkId, first, { text: "Is the key right?" });
    expect(written.comments).toMatchObject([{ by: "You", text: "Is the key right?", isResolved: false }]);
    expect((await listItemComments(viewer, benchmarkId, first)).comments).toMatchObject([
      { by: ann.name || ann.email },
    ]);
    expect(await listItemComments(ben, benchmarkId, second)).toEqual({ comments: [] });
    await expect(writeItemComment(viewer, benchmarkId, first, { text: "x" })).rejects.toMatchObject({
      code: "not-found",
    });
    for (const attempt of [
      () => listItemComments(stranger, benchmarkId, first),
      () => writeItemComment(stranger, benchmarkId, first, { text: "x" }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
  });

  it("are resolved and reopened by a colleague, only at their own item, and the log has each step", async () => {
    const { benchmarkId } = study;
    const [first, second] = items as [string, string];
    const [comment] = (await listItemComments(ben, benchmarkId, first)).comments;
    const resolve = (item: string, isResolved: boolean) =>
      writeItemComment(ben, benchmarkId, item, { resolve: comment!.id, isResolved });
    await expect(resolve(second, true)).rejects.toMatchObject({ code: "not-found" });
    expect((await resolve(first, true)).comments).toMatchObject([{ isResolved: true }]);
    expect((await resolve(first, false)).comments).toMatchObject([{ isResolved: false }]);
    const { rows } = await pool().query(
      "SELECT action FROM audit_event WHERE subject_id = $1 AND action LIKE 'benchmark.%comment' ORDER BY id",
      [first],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "benchmark.comment",
      "benchmark.resolve-comment",
      "benchmark.resolve-comment",
    ]);
  });

  it("stay with the item when it gets a new version", async () => {
    const { benchmarkId } = study;
    const [first] = items as [string];
    const [newer] = await manyRows(
      pool(),
      z.strictObject({ id: z.string() }),
      sql`INSERT INTO item_version (id, benchmark_id, external_id, version, content_hash, story_version_id, kind, text,
            ordinal, attributes)
          SELECT gen_random_uuid(), benchmark_id, external_id, version + 1, 'another', story_version_id, kind, 'Reworded.',
            ordinal, attributes
          FROM item_version WHERE id = ${first}::uuid RETURNING id`,
    );
    expect((await listItemComments(ann, benchmarkId, newer!.id)).comments).toMatchObject([
      { text: "Is the key right?" },
    ]);
  });
});
