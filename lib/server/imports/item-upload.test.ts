import { zipSync } from "fflate";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { imageQuestion } from "@/lib/domain/tasks/templates/classification.ts";
import { makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { saveTaskSchema } from "../items/tasks/save-task-schema.ts";
import { undoItemImport } from "../items/undo-item-import.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { itemUploadSchema, uploadItems } from "./upload.ts";

withTestDatabase();

let project = "";
beforeAll(async () => {
  project = (await makeProject("wizard")).id;
});

async function upload(content: string | Uint8Array, settings: Record<string, string> = {}) {
  const query = itemUploadSchema.parse({ benchmark: "Mixed", fileName: "items.csv", ...settings });
  const body = new Blob([content as BlobPart]).stream() as ReadableStream<Uint8Array>;
  return uploadItems(installation, project, query, body);
}

const mixed = [
  "Question,Kind,A,B,C,Correct,Topic",
  "Where is the key?,multiple choice,box,bag,drawer,2,place",
  "Who has it?,MCQ,Ana,Ben,Cem,3,person",
  "The key is in the bag.,True/False,,,,TRUE,place",
  "Is the key lost?,yes/no,,,,no,place",
  "Name the owner.,short answer,,,,Ana; Anna,person",
  "Ana is kind.,Likert,,,,,person",
].join("\n");

it("reads a spreadsheet of mixed items without ids, and stores what its dry run showed", async () => {
  const dry = await upload(mixed, { dryRun: "true" });
  expect(dry).toMatchObject({
    rows: 6,
    inserted: 6,
    rejected: 0,
    withoutPoints: 1,
    format: "csv",
    table: { keys: "from-1", isNumbered: true },
  });
  expect(dry.preview.map(({ id, kind, key }) => [id, kind, key])).toEqual([
    ["item-1", "choice", "B. bag"],
    ["item-2", "choice", "C. Cem"],
    ["item-3", "true-false", "True"],
    ["item-4", "yes-no", "No"],
    ["item-5", "open-text", "Ana or Anna"],
    ["item-6", "task", ""],
  ]);
  expect(dry.preview[5]?.task?.schema.answer).toMatchObject([{ type: "rating", minimum: 1, maximum: 7 }]);
  expect((await pool().query("SELECT FROM item_version")).rowCount).toBe(0);
  expect((await pool().query("SELECT FROM task_schema")).rowCount).toBe(0);
  expect(await upload(mixed)).toMatchObject({ inserted: 6, newVersions: 0 });
  expect(await upload(mixed)).toMatchObject({ unchanged: 6, inserted: 0 });
  expect(await upload(mixed.replace("lost", "found"), { dryRun: "true" })).toMatchObject({ newVersions: 1 });
});

it("names a rating about a story by its question", async () => {
  const rating = "kind,story,question\nlikert (1-5),Ana read the diary of Ben.,How wrong was it?\n";
  const { preview, withoutPoints } = await upload(rating, { dryRun: "true" });
  expect(withoutPoints).toBe(0);
  expect(preview).toMatchObject([{ text: "How wrong was it?", task: { schema: { title: "Rating from 1 to 5" } } }]);
});

it("reads questions of all kinds about one story, as one source group", async () => {
  const about = ["True/False,It is hot.,true", "Likert 1-7,How hot is it?,", "Number,How many degrees?,30"];
  const table = `type,passage,question,key\n${about.map((row) => row.replace(",", ",The sun burns.,")).join("\n")}\n`;
  expect(await upload(table, { benchmark: "Sun" })).toMatchObject({ inserted: 3, rejected: 0 });
  expect(await upload(table, { benchmark: "Sun" })).toMatchObject({ unchanged: 3, rejected: 0 });
  const { rows } = await pool().query(
    `SELECT coalesce(item.attributes ->> 'group', story.external_id) AS "group" FROM item_version AS item
     JOIN story_version AS story ON story.id = item.story_version_id
     WHERE item.text = ANY($1)`,
    [about.map((row) => row.split(",")[1])],
  );
  expect(rows).toHaveLength(3);
  expect(new Set(rows.map(({ group }) => group)).size).toBe(1);
});

it("says how many keys are not stored because ratings and texts are not scored", async () => {
  const keyed =
    "kind,question,key\nlikert 1-7,How dark?,3\nlikert 1-7,How far?,\nessay,Why?,Because.\nnumber,How many?,1\n";
  const { table, rejected } = await upload(keyed, { benchmark: "Keyed", dryRun: "true" });
  expect([table?.unusedKeys, rejected]).toEqual([2, 0]);
});

it("knows ratings and numbers about a story again, also when the file has gained other questions about it", async () => {
  const rows = [
    "kind,story,question,key",
    "likert 1-7,The moon is dark.,How dark?,",
    "number,The moon is dark.,How many?,1",
  ];
  const first = await upload(rows.join("\n"), { benchmark: "Moon" });
  expect(first).toMatchObject({ inserted: 2, rejected: 0 });
  // As every earlier version of this program stored them: no attribute names the source group.
  expect(first.preview.map(({ attributes }) => attributes)).toEqual([{}, {}]);
  expect(await upload(rows.join("\n"), { benchmark: "Moon" })).toMatchObject({ unchanged: 2, newVersions: 0 });
  const longer = [...rows, "true/false,The moon is dark.,It is dark.,true"].join("\n");
  expect(await upload(longer, { benchmark: "Moon" })).toMatchObject({ unchanged: 2, inserted: 1, newVersions: 0 });
});

it("describes a table whose columns it does not recognise, and reads it with the stated ones", async () => {
  const foreign = "Frage,Lösung,eins,zwei\nWo?,b,hier,dort\n";
  const dry = await upload(foreign, { dryRun: "true" });
  expect(dry).toMatchObject({
    rows: 0,
    table: {
      problem: expect.stringContaining("no column for text"),
      columns: [{ name: "Frage", samples: ["Wo?"] }, {}, {}, {}],
    },
  });
  await expect(upload(foreign)).rejects.toThrow("no column for text is recognised");
  const columns = "text=Frage; gold=Lösung; options=eins,zwei; id=-";
  expect(await upload(foreign, { columns, dryRun: "true" })).toMatchObject({
    inserted: 1,
    preview: [{ key: "B. dort" }],
  });
});

it("reads JSON lists and lines of other tools as tables", async () => {
  const arc = { question: { stem: "Where?", choices: 1 }, choices: { text: ["here", "there"] }, answerKey: "B" };
  for (const content of [JSON.stringify([arc, arc]), `${JSON.stringify(arc)}\n${JSON.stringify(arc)}\n`])
    expect(await upload(content, { dryRun: "true" })).toMatchObject({
      rows: 2,
      preview: [{ kind: "choice", options: ["here", "there"], key: "B. there" }, {}],
    });
});

it.each<[string, string | Uint8Array, RegExp]>([
  ["a picture named .csv", Buffer.from([0x89, ...Buffer.from("PNG\r\n")]), /it is a picture \(PNG\)/],
  ["a photograph", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), /it is a picture \(JPEG\)/],
  [
    "a table of model answers",
    "id,model,response\n1,m,True\n",
    /a file with answers of models; import it on the page Models/,
  ],
  ["lines of model answers", '{"model":"m","item":"1","answer":true}\n', /a file with answers of models/],
  ["a JSON list that breaks off", '[{"id":"1","text":"Where?"},\n{"id":"2","te', /incomplete JSON \(line 2\)/],
  ["a text document", "PK\u0003\u0004word/document.xml", /ZIP archive or an office document other than XLSX/],
])("names %s as what it is", async (_name, content, reason) => {
  await expect(upload(content, { dryRun: "true" })).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(reason),
  });
});

it("undoes an import as a whole, but not one whose items are used", async () => {
  const count = async () => (await pool().query("SELECT FROM item_version")).rowCount;
  const before = await count();
  const changed = mixed.replace("lost", "found").replace("FALSE", "TRUE");
  const { id, newVersions } = await upload(changed, { benchmark: "Mixed" });
  expect(newVersions).toBe(1);
  expect(await count()).toBe((before ?? 0) + 1);
  const first = await pool().query("SELECT id FROM import_report WHERE undone_at IS NULL ORDER BY created_at LIMIT 1");
  await expect(undoItemImport(installation, first.rows[0].id)).rejects.toThrow(
    /a later version of “item-4” uses its items/,
  );
  expect(await undoItemImport(installation, id)).toEqual({ removed: 1 });
  expect(await count()).toBe(before);
  await expect(undoItemImport(installation, id)).rejects.toThrow("was already undone");
  expect(await undoItemImport(installation, first.rows[0].id)).toEqual({ removed: 6 });
  expect(await upload(mixed)).toMatchObject({ inserted: 6 });
});

it("reads an archive of items and their images, and stores the images with them", async () => {
  await saveTaskSchema(installation, { projectId: project, slug: "image", document: imageQuestion.document });
  const line = (id: string, path: string) =>
    JSON.stringify({
      ...{ id, schema: "image", ...imageQuestion.example },
      fields: { ...imageQuestion.example.fields, image: { path, alt: "A harbour." } },
    });
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c00" } })
    .png()
    .toBuffer();
  const lines = [line("a", "images/harbour.png"), line("b", "images/absent.png")].join("\n");
  const archive = zipSync({ "items.jsonl": Buffer.from(lines), "images/harbour.png": png });
  const settings = { fileName: "items.zip", benchmark: "Images" };
  const stored = async () => (await pool().query("SELECT type, size FROM media WHERE project_id = $1", [project])).rows;
  expect(await upload(archive, { ...settings, dryRun: "true" })).toMatchObject({ inserted: 1, rejected: 1 });
  expect(await stored()).toEqual([]);
  expect(await upload(archive, settings)).toMatchObject({
    inserted: 1,
    rejections: [{ line: 2, field: "fields.image", message: expect.stringContaining("is not in the archive") }],
  });
  expect(await stored()).toMatchObject([{ type: "image/png" }]);
  expect(await upload(archive, settings)).toMatchObject({ inserted: 0, unchanged: 1 });
});

it("reads the zip of a released repository, which has a picture of its own", async () => {
  const story = { genre: "kids", story: "Mia hid the key. Tom was at sea. Tom fetched the key." };
  const faulty = {
    ...story,
    character: "Tom",
    implausible_knowledge: "Mia hid the key.",
    error: "Tom fetched the key.",
    erroneous_event: "<error>Tom fetched the key.</error>",
  };
  const archive = zipSync({
    "release-main/assets/Figure1.png": Buffer.from("a picture"),
    "release-main/Data/IKD/original/story_1.json": Buffer.from(JSON.stringify(story)),
    "release-main/Data/IKD/errors/erroneous_story_1.json": Buffer.from(JSON.stringify(faulty)),
  });
  const settings = { fileName: "release-main.zip", benchmark: "Release" };
  expect(await upload(archive, { ...settings, dryRun: "true" })).toMatchObject({ rows: 2, rejected: 0 });
  expect(await upload(archive, settings)).toMatchObject({ inserted: 2, format: "kste" });
});

it("refuses an archive whose images would take minutes to decode, before they are decoded", async () => {
  const picture = { width: 8_000, height: 6_000, channels: 3, background: "#c00" } as const;
  const bomb = await sharp({ create: picture }).png().toBuffer();
  const images = Array.from({ length: 21 }, (_, index) => [`images/${index}.png`, bomb]);
  const archive = zipSync({ "items.jsonl": Buffer.from("{}"), ...Object.fromEntries(images) });
  await expect(upload(archive, { fileName: "items.zip", benchmark: "Bombs" })).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("1,000 million pixels"),
  });
});
