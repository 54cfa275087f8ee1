import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { formatKsteLine } from "@/lib/domain/interchange/kste/jsonl.ts";
import { formatLayoutPath } from "@/lib/domain/interchange/kste/layout.ts";
import { formatResponse } from "@/lib/domain/interchange/kste/response-items.ts";
import { toReleasedFields } from "@/lib/domain/interchange/kste/row.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import {
  giveVerdict,
  type MadeCollection,
  makeCollection,
  makePairs,
  saveText,
} from "@/prisma/factories/make-collection.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { defaultLimits } from "../../interchange/kste/limits.ts";
import { readKsteSource } from "../../interchange/kste/source.ts";
import { withZipFiles } from "../../interchange/kste/source-file.ts";
import { installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { getAudit } from "../audit/get-audit.ts";
import { listArtefacts } from "../audit/list-artefacts.ts";
import { getCollection, listCollections } from "../collections/list-collections.ts";
import { openCollectionExport } from "../export/export-collection.ts";
import { publishGuidelines } from "../guidelines/guidelines.ts";
import { getItem } from "../items/get-item.ts";
import { getItemHistory } from "../items/item-history.ts";
import { requeueItem } from "../items/requeue-item.ts";
import { itemListQuery, itemOrders, listItems } from "../lead/list-items.ts";
import { claimNextTask } from "../work/next-task.ts";
import { submitVerdict } from "../work/submit-verdict.ts";
import { importCollection } from "./import-collection.ts";
import { importUpload } from "./import-upload.ts";

withTestDatabase();

const code = (wanted: string) => expect.objectContaining({ code: wanted });

function bodyOf(content: string | Uint8Array): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from([Buffer.from(content)])) as ReadableStream<Uint8Array>;
}

function upload(collection: MadeCollection, fileName: string, content: string | Uint8Array) {
  return importUpload(collection.researcher, collection.id, { fileName }, bodyOf(content));
}

async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

async function exported(
  collection: MadeCollection,
  format: "zip" | "hf" | "jsonl" | "csv" | "xml" | "trail",
  which: "accepted" | "all" = "all",
) {
  const { stream } = await openCollectionExport(collection.researcher, collection.id, { format, which });
  return buffer(stream);
}

async function readBack(name: string, content: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), "parallax-test-"));
  try {
    const path = join(folder, name);
    await writeFile(path, content);
    return await readKsteSource(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("importing stories", () => {
  it("takes JSONL, the released layout and model output, and changes nothing the second time", async () => {
    const collection = await makeCollection({ pairs: 0, items: [] });
    const pairs = makePairs(6);
    const part = (from: number, to: number) => pairs.slice(from, to);
    const jsonl = part(0, 4).map(formatKsteLine).join("\n");
    expect(await upload(collection, "some.jsonl", jsonl)).toMatchObject({
      rows: 4,
      inserted: 4,
      unchanged: 0,
      rejected: 0,
    });
    const files = Object.fromEntries(
      part(4, 8).map((item) => [formatLayoutPath(item), JSON.stringify(toReleasedFields(item))]),
    );
    const zip = await zipOf({ ...files, "README.md": "hello" });
    expect(await upload(collection, "release.zip", zip)).toMatchObject({ rows: 4, inserted: 4 });
    const xml = part(8, 12).map(formatResponse).join("\n");
    expect(await upload(collection, "model.xml", xml)).toMatchObject({ rows: 4, inserted: 4, rejected: 0 });
    for (const [name, content] of [
      ["some.jsonl", jsonl],
      ["release.zip", zip],
      ["model.xml", xml],
    ] as const) {
      expect(await upload(collection, name, content)).toMatchObject({
        rows: 4,
        inserted: 0,
        unchanged: 4,
        rejected: 0,
      });
    }
    const { rows } = await pool().query(
      `SELECT item.external_id, item.group_key, count(task.id)::int AS tasks FROM annotation_item AS item
       LEFT JOIN annotation_task AS task ON task.item_id = item.id WHERE item.collection_id = $1
       GROUP BY item.id ORDER BY item.ordinal`,
      [collection.id],
    );
    expect(rows).toHaveLength(12);
    for (const row of rows) {
      expect(row).toMatchObject({ group_key: row.external_id.replace("erroneous_", ""), tasks: 1 });
    }
  });

  it("stores items with defects, to be repaired, and reports what is wrong with them", async () => {
    const collection = await makeCollection({ items: [] });
    const [original, erroneous] = makePairs(1) as [KsteItem, Extract<KsteItem, { kind: "error" }>];
    const broken = { ...erroneous, erroneousEvent: "<error>Nobody said this.</error> Then </eror>", error: "" };
    const report = await upload(collection, "broken.jsonl", [original, broken].map(formatKsteLine).join("\n"));
    expect(report).toMatchObject({ inserted: 2, rejected: 0 });
    expect(report.findings.map(({ problem }) => problem)).toEqual(
      expect.arrayContaining(["malformed-tag", "empty-error", "event-not-in-story"]),
    );
    const ann = await collection.annotator();
    const first = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    const { next } = await giveVerdict(ann, first, "sound");
    expect(next?.findings.length).toBeGreaterThan(0);
    expect(next?.document.anchors.some(({ damage }) => damage === "not-found")).toBe(true);
    const list = await listItems(collection.researcher, collection.id, itemListQuery.parse({ broken: "true" }));
    expect(list.items.map(({ externalId }) => externalId)).toEqual(["erroneous_story_1"]);
  });

  it("refuses hostile rows one by one, with row and field, and applies the others", async () => {
    const collection = await makeCollection({ items: [] });
    const [good, pair] = makePairs(1) as [KsteItem, KsteItem];
    const rows = [
      formatKsteLine(good),
      '{"id":"nul","kind":"original","genre":"kids","story":"a\\u0000b"}',
      '{"id":"half","kind":"original","genre":"kids","story":"a\\ud800b"}',
      '{"id":"number","kind":"original","genre":"kids","story":7}',
      "{broken",
      '{"id":"empty","kind":"original","genre":"kids","story":"  "}',
      '{"kind":"original","genre":"kids","story":"No name."}',
      formatKsteLine(good),
      '["not","an","object"]',
      '{"id":"html","kind":"original","genre":"kids","story":"<script>alert(1)</script><img src=x onerror=alert(1)>"}',
      `{"id":"long","kind":"original","genre":"kids","story":${JSON.stringify("x".repeat(100_001))}}`,
      formatKsteLine(pair),
    ];
    const report = await upload(collection, "hostile.jsonl", rows.join("\n"));
    expect(report).toMatchObject({ rows: 12, inserted: 3, unchanged: 0, rejected: 9 });
    expect(report.rejections.map(({ line, field }) => [line, field])).toEqual([
      [2, "story"],
      [3, "story"],
      [4, "story"],
      [5, "row"],
      [6, "story"],
      [7, "id"],
      [8, "id"],
      [9, "row"],
      [11, "story"],
    ]);
    // Text that looks like markup is not interpreted.
    const { rows: stored } = await pool().query(
      "SELECT document->>'story' AS story FROM annotation_item WHERE external_id = 'html'",
    );
    expect(stored[0].story).toContain("<script>alert(1)</script>");
  });

  it("rejects an item that is here with other words, and overwrites nothing", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const [original] = makePairs(1) as [KsteItem];
    const report = await upload(
      collection,
      "again.jsonl",
      formatKsteLine({ ...original, story: `${original.story} More.` }),
    );
    expect(report).toMatchObject({ inserted: 0, unchanged: 0, rejected: 1, rejections: [{ line: 1, field: "id" }] });
  });

  it("refuses a whole file that is not what it seems: bombs, truncated archives, other endings", async () => {
    const collection = await makeCollection({ items: [] });
    const zip = await zipOf({ "story_1.json": "x".repeat(30 * 1024 * 1024) });
    await expect(upload(collection, "bomb.zip", zip)).rejects.toMatchObject({ code: "invalid", field: "file" });
    const sound = await zipOf({ "story_1.json": "{}" });
    await expect(upload(collection, "cut.zip", sound.subarray(0, 40))).rejects.toMatchObject({
      code: "invalid",
      field: "file",
    });
    await expect(upload(collection, "page.html", "<html>")).rejects.toMatchObject({ code: "unsupported" });
    const { rows } = await pool().query("SELECT count(*)::int AS n FROM annotation_item WHERE collection_id = $1", [
      collection.id,
    ]);
    expect(rows[0].n).toBe(0);
  });

  it("is not there for annotators and strangers", async () => {
    const collection = await makeCollection({ items: [] });
    const [original] = makePairs(1) as [KsteItem];
    const { actor: stranger } = await makePerson({});
    for (const actor of [await collection.annotator(), stranger]) {
      await expect(
        importUpload(actor, collection.id, { fileName: "a.jsonl" }, bodyOf(formatKsteLine(original))),
      ).rejects.toEqual(code("not-found"));
      await expect(openCollectionExport(actor, collection.id, { format: "jsonl", which: "all" })).rejects.toEqual(
        code("not-found"),
      );
      await expect(listItems(actor, collection.id, itemListQuery.parse({}))).rejects.toEqual(code("not-found"));
    }
  });

  const examples = join(import.meta.dirname, "../../../domain/interchange/kste/fixtures");
  it("takes data of the released shape, broken events included", async () => {
    const collection = await makeCollection({ items: [] });
    for (const name of ["ikd_examples.jsonl", "knp_examples.jsonl"]) {
      const source = await readKsteSource(join(examples, name));
      const report = await importCollection(installation, { collectionId: collection.id, fileName: name, source });
      expect(report.rows).toBe(report.inserted + report.unchanged + report.rejected);
      expect(report.inserted).toBeGreaterThan(0);
    }
  });
});

describe("exporting stories", () => {
  it("gives untouched items back byte for byte, in every format that is read", async () => {
    const collection = await makeCollection({ pairs: 3 });
    const pairs = makePairs(3);
    const lines = await readBack("out.jsonl", await exported(collection, "jsonl"));
    expect(lines.findings).toEqual([]);
    expect(lines.items.map(({ provenance, ...item }) => item)).toEqual(pairs.map(({ provenance, ...item }) => item));
    const layout = await readBack("out.zip", await exported(collection, "zip"));
    expect(layout.items.map((item) => toReleasedFields(item))).toEqual(
      [...pairs.filter(({ kind }) => kind === "original"), ...pairs.filter(({ kind }) => kind === "error")].map(
        (item) => toReleasedFields(item),
      ),
    );
    const csv = await readBack("out.csv", await exported(collection, "csv"));
    expect(csv.items.map(({ story }) => story)).toEqual(pairs.map(({ story }) => story));
    const xml = await readBack("out.xml", await exported(collection, "xml"));
    expect(xml.items.map(({ story }) => story)).toEqual(pairs.map(({ story }) => story));
    // An export can be imported into another collection unchanged, and importing it twice changes nothing.
    const other = await makeCollection({ items: [] });
    const jsonl = await exported(collection, "jsonl");
    expect(await upload(other, "out.jsonl", jsonl)).toMatchObject({ inserted: 6, rejected: 0 });
    expect(await upload(other, "out.jsonl", jsonl)).toMatchObject({ unchanged: 6 });
  });

  it("gives the very bytes back that came, judged or not, as long as no field was changed", async () => {
    const [original, erroneous] = makePairs(1).map(toReleasedFields) as [object, Record<string, string>];
    const bytes: Record<string, string> = {
      "Data/IKD/original/story_1.json": `${JSON.stringify(original, null, 2)}`,
      // Keys in another order, an unknown key, and an event that is not in the story.
      "Data/IKD/errors/erroneous_story_1.json": `{"story": ${JSON.stringify(erroneous.story)},\t"note":"x",
        "genre":"kids","character":"Ben","implausible_knowledge":"It is so","error":"no","erroneous_event":"<error>no</error>"}\n`,
    };
    const collection = await makeCollection({ items: [] });
    const report = await upload(collection, "release.zip", await zipOf(bytes));
    expect(report.items).toMatchObject({ original: 1, error: 1, knp: 0, stopped: [{ item: "erroneous_story_1" }] });
    const folder = await mkdtemp(join(tmpdir(), "parallax-test-"));
    const filesNow = async () => {
      const path = join(folder, "out.zip");
      await writeFile(path, await exported(collection, "zip"));
      const files: Record<string, string> = {};
      await withZipFiles(path, defaultLimits, async (entries) => {
        for (const entry of entries) files[entry.path] = (await buffer(await entry.open())).toString();
      });
      return files;
    };
    try {
      expect(await filesNow()).toEqual(bytes);
      const judge = await collection.annotator();
      await giveVerdict(
        judge,
        (await claimNextTask(judge, { collectionId: collection.id })).task as TaskPayload,
        "sound",
      );
      expect(await filesNow()).toEqual(bytes);
      const { task } = await claimNextTask(judge, { collectionId: collection.id });
      const changed = task as TaskPayload;
      await submitVerdict(judge, changed.task.id, {
        ...{ revisionId: null, fence: changed.task.fence as number, verdict: "irreparable" as const },
        ...{ checklist: {}, dismissals: [], reason: "No.", activeMs: 0 },
      });
      expect((await filesNow())["Data/IKD/original/story_1.json"]).toBe(bytes["Data/IKD/original/story_1.json"]);
    } finally {
      await rm(folder, { recursive: true });
    }
    const lines = makePairs(2).map((item) => JSON.stringify({ ...JSON.parse(formatKsteLine(item)), more: [1, 2] }));
    const other = await makeCollection({ items: [] });
    await upload(other, "some.jsonl", `${lines.join("\n")}\n`);
    expect((await exported(other, "jsonl")).toString()).toBe(`${lines.join("\n")}\n`);
    const ann = await other.annotator();
    await giveVerdict(ann, (await claimNextTask(ann, { collectionId: other.id })).task as TaskPayload, "sound");
    expect((await exported(other, "jsonl")).toString().split("\n")[0]).toContain('"parallax":');
  });

  it("knows its own lines again: the same collection is unchanged, another gets the same items with their past", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const ann = await collection.annotator();
    await giveVerdict(ann, (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload, "sound");
    const lines = await exported(collection, "jsonl");
    expect(await upload(collection, "back.jsonl", lines)).toMatchObject({ rows: 4, unchanged: 4, rejected: 0 });
    const other = await makeCollection({ items: [] });
    expect(await upload(other, "back.jsonl", lines)).toMatchObject({ inserted: 4, rejected: 0 });
    const { items } = await listItems(other.researcher, other.id, itemListQuery.parse({}));
    const trail = await getItemHistory(other.researcher, items[0]?.id as string);
    expect(trail[0]?.raw).toMatchObject([
      { event: "generated", details: { parallax: { status: expect.stringMatching(/accepted|submitted/) } } },
    ]);
  });

  it("writes a folder for Hugging Face, with its card and guidelines, that can be imported again", async () => {
    const collection = await makeCollection({ pairs: 2 });
    await publishGuidelines(collection.researcher, collection.id, { body: "# Rules", note: "" });
    const zip = await exported(collection, "hf");
    expect(await exported(collection, "hf")).toEqual(zip);
    const source = await readBack("set.zip", zip);
    expect(source.items.map(({ id }) => id).sort()).toEqual([
      "erroneous_story_1",
      "erroneous_story_2",
      "story_1",
      "story_2",
    ]);
    expect(source.ignored.sort()).toEqual(["GUIDELINES.md", "README.md"]);
    const other = await makeCollection({ items: [] });
    expect(await upload(other, "set.zip", zip)).toMatchObject({ rows: 4, inserted: 4, rejected: 0 });
    // No accepted items: a card that says so, and no empty file.
    const accepted = await exported(collection, "hf", "accepted");
    expect((await readBack("accepted.zip", accepted)).items).toEqual([]);
  });

  it("writes refined items from their anchors, leaves the unfinished out of the accepted, and says what happened", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const ann = await collection.annotator();
    const original = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    const { next } = await giveVerdict(ann, original, "sound");
    const task = next as TaskPayload;
    const story = task.document.story.replace("without a glance", "without a single glance");
    const [knowledge, event, error] = task.document.anchors;
    const anchors = [knowledge, { ...event, end: (event?.end ?? 0) + 1 }, { ...error, end: (error?.end ?? 0) + 1 }];
    const saved = await saveText(ann, task, { ...task.document, story, anchors } as typeof task.document);
    await giveVerdict(ann, task, "refined", saved.revisionId);
    const accepted = await readBack("a.jsonl", await exported(collection, "jsonl", "accepted"));
    expect(accepted.items.map(({ id }) => id)).toEqual(["story_1"]);
    const all = await readBack("all.jsonl", await exported(collection, "jsonl"));
    expect(all.items[1]).toMatchObject({
      error: expect.stringContaining("without a single glance."),
      erroneousEvent: expect.stringMatching(/^<error>.* without a single glance\.<\/error>$/),
      provenance: { parallax: { status: "submitted", verdicts: [{ verdict: "refined", copy: 1 }] } },
    });
    const trail = (await exported(collection, "trail"))
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const events = trail.filter(({ item }) => item === "erroneous_story_1").map(({ event: what }) => what);
    expect(events.filter((what) => what !== "time")).toEqual(["imported", "started", "revision", "verdict"]);
    expect(events).toContain("time");
    expect(new Set(trail.map(({ person }) => person))).toEqual(new Set([null, "person-1"]));
    expect(JSON.stringify(trail)).not.toContain(ann.userId);
  });
});

describe("managing a collection", () => {
  it("shows each person what they may do, and counts without reading items", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const ann = await collection.annotator();
    await claimNextTask(ann, { collectionId: collection.id });
    const { actor: stranger } = await makePerson({});
    expect(await listCollections(ann)).toMatchObject([
      {
        id: collection.id,
        can: { work: true, review: false, manage: false },
        tasks: { leased: 1, open: 3 },
        mine: { inHand: 1 },
      },
    ]);
    expect(await getCollection(collection.researcher, collection.id)).toMatchObject({
      can: { work: false, review: false, manage: true },
      items: { "in-work": 1, open: 3 },
    });
    expect(await listCollections(stranger)).toEqual([]);
    await expect(getCollection(stranger, collection.id)).rejects.toEqual(code("not-found"));
  });

  it("pages through items in order, filtered", async () => {
    const collection = await makeCollection({ pairs: 60 });
    const seen: string[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page = await listItems(collection.researcher, collection.id, itemListQuery.parse({ after }));
      seen.push(...page.items.map(({ externalId }) => externalId));
      after = page.next;
    }
    expect(seen).toEqual(makePairs(60).map(({ id }) => id));
    const filtered = await listItems(
      collection.researcher,
      collection.id,
      itemListQuery.parse({ kind: "error", status: "open", text: "story_1" }),
    );
    expect(filtered.items).toHaveLength(11);
    expect((await listItems(collection.researcher, collection.id, itemListQuery.parse({ text: "%" }))).items).toEqual(
      [],
    );
  });

  it("sorts items by any column, up and down, page by page", async () => {
    const collection = await makeCollection({ pairs: 30 });
    const all = async (query: Record<string, string>) => {
      const names: string[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page = await listItems(
          collection.researcher,
          collection.id,
          itemListQuery.parse({ ...query, after: String(after) }),
        );
        names.push(...page.items.map(({ externalId }) => externalId));
        after = page.next;
      }
      expect(new Set(names).size).toBe(60);
      return names;
    };
    const numbered = (prefix: string) => Array.from({ length: 30 }, (_, index) => `${prefix}story_${index + 1}`);
    const byName = [...numbered("erroneous_"), ...numbered("")];
    expect(await all({ sort: "name" })).toEqual(byName);
    expect(await all({ sort: "name", down: "true" })).toEqual(byName.toReversed());
    expect((await all({ sort: "kind" })).slice(0, 30)).toEqual(numbered("erroneous_"));
    for (const sort of itemOrders) await all({ sort });
  });

  it("takes a table whose columns have other names, once somebody has said which is which", async () => {
    const collection = await makeCollection({ items: [] });
    const text = "Body;Who;Ask;Yes;No;Secret\nAnn hid the key well.;Ben;Where?;There.;Here.;Ann hid the key\n";
    const columns = {
      ...{ story: "Body", character: "Who", question: "Ask", implausible_knowledge: "Secret" },
      ...{ answer_without_knowledge: "Yes", answer_with_knowledge: "No" },
    };
    const request = { fileName: "theirs.csv", genre: "kids", columns } as const;
    const report = await importUpload(collection.researcher, collection.id, request, bodyOf(text));
    expect(report).toMatchObject({ rows: 1, inserted: 1, rejected: 0, items: { knp: 1, stopped: [] } });
    const again = await importUpload(collection.researcher, collection.id, request, bodyOf(text));
    expect(again).toMatchObject({ inserted: 0, unchanged: 1 });
    const { items } = await listItems(collection.researcher, collection.id, itemListQuery.parse({}));
    expect(items).toMatchObject([{ externalId: "row_1", kind: "knp", genre: "kids" }]);
  });

  it("audits the set for those who manage it: what is accepted, or everything", async () => {
    const collection = await makeCollection({ pairs: 3 });
    const { audit, items, idOf } = await getAudit(collection.researcher, collection.id, "all");
    expect(items).toBe(6);
    expect(audit.ikd).toMatchObject({ pairs: 3, unpaired: 0, longer: { n: 3 } });
    expect(Object.keys(idOf)).toContain("erroneous_story_3");
    expect(await getAudit(collection.researcher, collection.id, "accepted")).toMatchObject({ items: 0 });
    await expect(getAudit(await collection.annotator(), collection.id, "all")).rejects.toEqual(code("not-found"));
  });

  it("shows an item's history, and brings it back into work", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const ann = await collection.annotator();
    const original = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    const { next } = await giveVerdict(ann, original, "sound");

    const itemId = original.item.id;
    await expect(requeueItem(ann, itemId, "again")).rejects.toEqual(code("not-found"));
    await requeueItem(collection.researcher, itemId, "A rule changed.");
    expect((await claimNextTask(ann, { collectionId: collection.id })).task?.task.id).toBe(next?.task.id);
    const view = await getItem(collection.researcher, itemId);
    expect(view).toMatchObject({ status: "returned", copies: [{ state: "returned", holderName: "Somebody" }] });
    const trail = await getItemHistory(collection.researcher, itemId);
    expect(trail.map(({ raw }) => raw[0]?.event)).toEqual([
      "imported",
      "started",
      "verdict",
      "accepted",
      "annotation.requeue",
    ]);
    await expect(getItemHistory(ann, itemId)).rejects.toEqual(code("not-found"));
    await expect(getItem(ann, randomUUID())).rejects.toEqual(code("not-found"));
  });

  it("measures the questions of a set for those who may see the set, and nothing for others who work on it", async () => {
    const collection = await makeCollection({ pairs: 1 });
    expect(await listArtefacts(await collection.annotator(), collection.id)).toEqual({ items: null });
    expect(await listArtefacts(collection.researcher, collection.id)).toEqual({ items: [] });
    const { actor: stranger } = await makePerson({});
    await expect(listArtefacts(stranger, collection.id)).rejects.toEqual(code("not-found"));
  });
});
