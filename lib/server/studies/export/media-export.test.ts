import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { expect, it } from "vitest";
import { imageQuestion } from "@/lib/domain/tasks/templates/classification.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { readItemArchive } from "../../interchange/item-archive.ts";
import { prepareFile } from "../../items/media/prepare-file.ts";
import { pool } from "../../platform/database/pool.ts";
import { openExportArchive } from "./export-archive.ts";

withTestDatabase();

const design = { factors: [], perStratumItem: 1, itemsPerSession: 1 };

it("contains the files of items by their SHA-256, with which an import gives the same fingerprints", async () => {
  const made = sharp({ create: { width: 8, height: 8, channels: 3, background: "#c00" } });
  const file = await prepareFile("harbour.jpg", await made.jpeg().toBuffer());
  if (typeof file === "string") throw new Error(file);
  const study = await makeStudy({
    schemas: { image: imageQuestion.document },
    archive: { files: new Map([["images/harbour.png", file]]), prepared: new Map([[file.sha256, file]]) },
    lines: (async function* () {
      yield JSON.stringify({ id: "a", schema: "image", ...imageQuestion.example });
    })(),
    design,
  });
  const options = { format: "jsonl", level: "coded", forSpreadsheet: false } as const;
  const archive = await buffer(openExportArchive({ id: study.id, slug: study.slug }, options));
  const read = await readItemArchive(archive, (name) => name === "items.jsonl");
  expect(Buffer.from(read.prepared.get(file.sha256)?.bytes ?? []).equals(Buffer.from(file.bytes))).toBe(true);

  const again = await makeStudy({
    schemas: { image: imageQuestion.document },
    archive: read,
    lines: (async function* () {
      yield* Buffer.from(read.bytes).toString("utf8").trimEnd().split("\n");
    })(),
    design,
  });
  const { rows } = await pool().query(
    `SELECT item.task_fields AS fields, media.bytes FROM study JOIN item_version AS item USING (benchmark_id)
     JOIN media ON media.project_id = study.project_id AND media.sha256 = item.task_fields->'image'->>'sha256'
     WHERE study.id = ANY($1::uuid[])`,
    [[study.id, again.id]],
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
});
