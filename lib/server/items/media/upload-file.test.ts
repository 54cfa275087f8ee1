import sharp from "sharp";
import { expect, it } from "vitest";
import { POST } from "@/app/api/v1/benchmarks/[benchmark]/media/route.ts";
import { formOfItem } from "@/lib/domain/interchange/item-form.ts";
import { imageQuestion } from "@/lib/domain/tasks/templates/classification.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { makeRecording } from "@/prisma/factories/make-recording.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { saveItem } from "../../imports/save-item.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { getBenchmarkItem } from "../get-item.ts";
import { prepareFile } from "./prepare-file.ts";
import { uploadFile } from "./upload-file.ts";

withTestDatabase();

const image = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

const upload = (actor: Actor, benchmark: string, bytes: Uint8Array) =>
  uploadFile(
    actor,
    benchmark,
    { type: "image", fileName: "new.png" },
    new Request("http://localhost/", { method: "POST", body: Buffer.from(bytes) }),
  );

it("stores an image that a new version of an item shows with its own alternative text", async () => {
  const before = await prepareFile("before.png", await image("#c00"));
  if (typeof before === "string") throw new Error(before);
  const { document, example } = imageQuestion;
  const { path } = example.fields.image as { path: string };
  const { projectId, benchmarkId } = await makeStudy({
    schemas: { media: document },
    archive: { files: new Map([[path, before]]), prepared: new Map([[before.sha256, before]]) },
    lines: (async function* () {
      yield JSON.stringify({ id: "a", schema: "media", ...example });
    })(),
    design: { factors: [], perStratumItem: 1, itemsPerSession: 1 },
    open: false,
  });
  const { actor } = await makePerson({ projectId, role: "researcher" });
  const stranger = await makePerson({ projectId: (await makeProject()).id, role: "researcher" });
  const blue = await image("#00c");
  const { sha256, type } = await upload(actor, benchmarkId, blue);
  expect(await upload(actor, benchmarkId, blue)).toEqual({ sha256, type: "image/png" });
  const { rows } = await pool().query("SELECT count(*)::int AS n FROM media WHERE project_id = $1", [projectId]);
  expect(rows).toEqual([{ n: 2 }]);

  const found = await pool().query("SELECT id FROM item_version WHERE benchmark_id = $1", [benchmarkId]);
  const basedOn: string = found.rows[0].id;
  const item = await getBenchmarkItem(actor, benchmarkId, basedOn);
  if (!item?.row.task) throw new Error("the item has no task");
  const change = (value: object) => ({
    ...{ basedOn, reason: "Another image." },
    form: { ...formOfItem(item.row), fields: JSON.stringify({ ...item.row.task?.fields, image: value }) },
  });
  await expect(saveItem(actor, benchmarkId, change({ sha256, type, alt: " " }))).rejects.toMatchObject({
    ...{ code: "invalid", field: "field-image" },
  });
  const { id } = await saveItem(actor, benchmarkId, change({ sha256, type, alt: "A blue square" }));
  expect((await getBenchmarkItem(actor, benchmarkId, id))?.row.task?.fields).toEqual({
    ...item.row.task.fields,
    image: { sha256, type, alt: "A blue square" },
  });

  await expect(upload(actor, benchmarkId, makeRecording(1))).rejects.toMatchObject({
    ...{ code: "invalid", field: "file", message: "This file is of type audio/wav; the field shows image files." },
  });
  await expect(upload(actor, benchmarkId, Buffer.from("no image"))).rejects.toMatchObject({ field: "file" });
  await expect(upload(stranger.actor, benchmarkId, blue)).rejects.toMatchObject({ code: "not-found" });
  const anonymous = new Request(`http://localhost/api/v1/benchmarks/${benchmarkId}/media?type=image`, {
    ...{ method: "POST", body: Buffer.from(blue), headers: { Origin: "http://localhost", Host: "localhost" } },
  });
  expect((await POST(anonymous, { params: Promise.resolve({ benchmark: benchmarkId }) })).status).toBe(401);
});
