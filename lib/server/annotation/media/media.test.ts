import { buffer } from "node:stream/consumers";
import { zipSync } from "fflate";
import sharp from "sharp";
import { expect, it } from "vitest";
import type { MediaValue } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { Playback } from "@/lib/domain/tasks/screens/playback.ts";
import { audioQuestion, imageQuestion } from "@/lib/domain/tasks/templates/classification.ts";
import { makeRecording } from "@/prisma/factories/make-recording.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { createMediaResponse } from "../../items/media/file-response.ts";
import { pool } from "../../platform/database/pool.ts";
import { importSchemaUpload, schemaUploadSchema } from "../import/import-schema-upload.ts";
import { openSchemaExport } from "../schema/export-schema.ts";
import { readItemFile, readTaskFile } from "./read-media.ts";

withTestDatabase();

/** A JPEG with a camera's metadata, lying on its side. */
async function photo(): Promise<Buffer> {
  return sharp({ create: { width: 20, height: 10, channels: 3, background: "#c00" } })
    .jpeg()
    .withExif({ IFD0: { Artist: "Ann Example" }, IFD3: { GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

const items = (table: string, field = "image") => Buffer.from(`id,${field},alt,question,choices\n${table}`);

async function imported(files: Record<string, Uint8Array>, document = imageQuestion.document) {
  const collection = await makeSchemaCollection(document, [], { overlap: 2 });
  const send = (name: string, content: Uint8Array) =>
    importSchemaUpload(
      collection.researcher,
      collection.id,
      schemaUploadSchema.parse({ fileName: name }),
      (async function* () {
        yield content;
      })(),
    );
  return { collection, send, report: await send("items.zip", zipSync(files)) };
}

it("stores images by their bytes, upright and without metadata, for those who see the item", async () => {
  const { collection, report } = await imported({
    "set/items.csv": items(
      "a,images/boat.jpg,A red boat.,Which?,One; Two\nb,./images/boat.jpg,A boat.,How many?,One; Two\n",
    ),
    "set/images/boat.jpg": await photo(),
  });
  expect(report).toMatchObject({ rows: 2, inserted: 2, rejected: 0 });
  const ann = await collection.annotator();
  const { task, item, schema } = await schemaTaskOf(ann, collection);
  const image = schema?.fields.image as MediaValue;
  expect(image).toMatchObject({ type: "image/jpeg", alt: "A red boat." });

  const sent = await createMediaResponse(
    new Request("http://localhost"),
    await readTaskFile(ann, task.id, image.sha256),
  );
  const bytes = Buffer.from(await sent.arrayBuffer());
  const metadata = await sharp(bytes).metadata();
  expect(metadata).toMatchObject({ width: 10, height: 20 });
  expect([metadata.exif, metadata.orientation, metadata.icc, metadata.xmp]).toEqual(Array(4).fill(undefined));
  expect(bytes.includes("Ann Example")).toBe(false);

  expect(await readItemFile(collection.researcher, item.id, image.sha256)).toBeDefined();
  expect(await readTaskFile(await collection.reviewer(), task.id, image.sha256)).toBeDefined();
  // Neither an annotator without the item, nor another project, nor for a file that the item does not show.
  expect(await readTaskFile(await collection.annotator(), task.id, image.sha256)).toBeUndefined();
  // The next task is shown before its lease is taken.
  const next = await collection.annotator();
  await pool().query("UPDATE annotation_task SET offered_to = $2 WHERE id = $1", [task.id, next.userId]);
  expect(await readTaskFile(next, task.id, image.sha256)).toBeDefined();
  expect(await readItemFile(ann, item.id, image.sha256)).toBeUndefined();
  const other = await makeSchemaCollection(imageQuestion.document, []);
  expect(await readItemFile(other.researcher, item.id, image.sha256)).toBeUndefined();
  expect(await readTaskFile(other.researcher, task.id, image.sha256)).toBeUndefined();
  expect(await readTaskFile(ann, task.id, "0".repeat(64))).toBeUndefined();
});

it("rejects the rows whose file is absent, no image or without alternative text", async () => {
  const { report, send } = await imported({
    "items.csv": items(
      "a,absent.png,A boat.,Which?,One; Two\nb,drawing.svg,A boat.,Which?,One; Two\nc,boat.jpg,,Which?,One; Two\n",
    ),
    "drawing.svg": Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
    "boat.jpg": await photo(),
  });
  expect(report.rejections).toMatchObject([
    { line: 2, field: "fields.image", message: expect.stringContaining("is not in the archive") },
    {
      line: 3,
      field: "fields.image",
      message: "drawing.svg is not an image (JPEG, PNG, WebP, GIF) or a recording (MP3, WAV, MP4, WebM, Ogg, FLAC)",
    },
    { line: 4, field: "fields.image.alt", message: "is missing" },
  ]);
  const line = {
    id: "d",
    fields: { image: { sha256: "0".repeat(64), type: "image/png", alt: "A." }, question: "Q?", choices: ["A", "B"] },
  };
  expect((await send("items.jsonl", Buffer.from(JSON.stringify(line)))).rejections).toMatchObject([
    { field: "fields.image", message: "names a file that the project does not have" },
  ]);
});

it("sends the range of a recording that a player asks for", async () => {
  const { collection, report } = await imported(
    {
      "items.csv": items("a,tone.wav,A tone.,Which?,One; Two\nb,boat.jpg,A boat.,Which?,One; Two\n", "audio"),
      "tone.wav": makeRecording(2, { artist: "Ann Example" }),
      "boat.jpg": await photo(),
    },
    audioQuestion.document,
  );
  expect(report).toMatchObject({
    inserted: 1,
    rejections: [{ line: 3, message: "must be an audio file, not image/jpeg" }],
  });
  const ann = await collection.annotator();
  const { task, schema } = await schemaTaskOf(ann, collection);
  const audio = schema?.fields.audio as MediaValue;
  expect(audio.type).toBe("audio/wav");
  const send = async (range?: string) =>
    createMediaResponse(
      new Request("http://localhost", { headers: range === undefined ? {} : { range } }),
      await readTaskFile(ann, task.id, audio.sha256),
    );
  const whole = Buffer.from(await (await send()).arrayBuffer());
  expect(whole.equals(makeRecording(2))).toBe(true);
  const part = await send("bytes=40-99");
  expect([part.status, part.headers.get("content-range"), part.headers.get("content-type")]).toEqual([
    206,
    `bytes 40-99/${whole.length}`,
    "audio/wav",
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(40, 100))).toBe(true);
  expect(Buffer.from(await (await send("bytes=-10")).arrayBuffer()).equals(whole.subarray(-10))).toBe(true);
  const beyond = await send(`bytes=${whole.length}-`);
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${whole.length}`]);
});

it("exports the files by their SHA-256, and an import of the export gives the same items elsewhere", async () => {
  const { collection } = await imported({
    "items.csv": items("a,boat.jpg,A boat.,Which?,One; Two\n"),
    "boat.jpg": await photo(),
  });
  const { stream } = await openSchemaExport(collection.researcher, collection.id, { format: "zip" });
  const other = await makeSchemaCollection(imageQuestion.document, [], { overlap: 2 });
  const report = await importSchemaUpload(
    other.researcher,
    other.id,
    schemaUploadSchema.parse({ fileName: "export.zip" }),
    stream as AsyncIterable<Uint8Array>,
  );
  expect(report).toMatchObject({ inserted: 1, rejected: 0 });
  const { rows } = await pool().query(
    "SELECT DISTINCT stimulus->'fields' AS fields FROM annotation_item WHERE collection_id = ANY($1::uuid[])",
    [[collection.id, other.id]],
  );
  expect(rows).toHaveLength(1);
  const hub = await openSchemaExport(collection.researcher, collection.id, { format: "hf" });
  const bytes = (await buffer(hub.stream)).toString("latin1");
  expect(bytes).toContain(`media/${rows[0].fields.image.sha256}.jpg`);
});

it("accepts an annotator's answer only after the recording was played completely", async () => {
  const { collection } = await imported(
    {
      "items.csv": items("a,tone.wav,A tone.,Which?,One; Two\n", "audio"),
      "tone.wav": makeRecording(60),
    },
    audioQuestion.document,
  );
  const ann = await collection.annotator();
  const give = async (playback?: Playback) =>
    giveAnswers(ann, await schemaTaskOf(ann, collection), { answer: "option-0" }, playback);
  for (const report of [undefined, "partial", "complete"] as const)
    await expect(give(report)).rejects.toMatchObject({ field: "playback" });
  await pool().query("UPDATE annotation_activity SET last_beat_at = last_beat_at - interval '60 seconds'");
  await expect(give("partial")).rejects.toMatchObject({ field: "playback" });
  expect(await give("complete")).toMatchObject({ receipt: { verdict: "answered" } });
});

it.each([
  ["no file of items", { "boat.jpg": Buffer.from("x") }, "has 0"],
  ["two files of items", { "a.csv": items(""), "b.csv": items("") }, "has 2"],
])("refuses an archive with %s", async (_, files, message) => {
  await expect(imported(files)).rejects.toThrow(message);
});

it("refuses a file that is no archive", async () => {
  const { send } = await imported({ "items.csv": items("") });
  await expect(send("items.zip", Buffer.from("no archive"))).rejects.toThrow("is not a zip archive");
});

it.each(["png", "webp", "gif"] as const)("stores %s images", async (format) => {
  const image = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#0c0" } })
    .toFormat(format)
    .toBuffer();
  const { collection, report } = await imported({
    "items.csv": items("a,boat.bin,A boat.,Which?,One; Two\n"),
    "boat.bin": image,
  });
  expect(report).toMatchObject({ inserted: 1, rejected: 0 });
  const { schema } = await schemaTaskOf(await collection.annotator(), collection);
  expect(schema?.fields.image).toMatchObject({ type: `image/${format}` });
});
