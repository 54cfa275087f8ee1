import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { preparePdf } from "../../server/items/media/prepare-pdf.ts";
import { storeFile } from "../../server/items/media/store-files.ts";
import { withTx } from "../../server/platform/database/with-transaction.ts";
import { addProtocolVersion } from "../../server/studies/draft/create-study.ts";
import { amendProtocol, freezeProtocol } from "../../server/studies/draft/freeze-protocol.ts";
import { main } from "../main.ts";

withTestDatabase();

const pdf = Buffer.from("%PDF-1.7\n% Approval of the study by Bexample\n%%EOF\n");
const sha256 = createHash("sha256").update(pdf).digest("hex");
const ethics = {
  institution: "Cexample University",
  number: "dexample-7",
  date: "2026-01-02",
  file: { sha256, name: "eexample.pdf" },
};
let folder = "";
let slug = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-ethics-"));
  let first: Protocol | undefined;
  const study = await makeStudy({
    protocol: (protocol) => {
      first = { ...protocol, contact: "fexample@example.org" };
      return first;
    },
  });
  const protocol = first as Protocol;
  slug = study.slug;
  const walker = await startWalker(study);
  await walkTo(walker, 4, { choice: "true" });
  const file = preparePdf(pdf);
  if (typeof file === "string") throw new Error(file);
  await withTx(async (client) => {
    await freezeProtocol(client, study.id, null, "");
    await storeFile(client, study.projectId, file);
    const consent = { ...protocol.consent, ethics };
    await addProtocolVersion(client, study.id, { ...protocol, contact: "gexample@example.org", consent }, null);
    await amendProtocol(client, study.id, null, "The approval was added.");
  });
});
afterAll(() => rm(folder, { recursive: true }));

const description = {
  title: "Short stories",
  summary: "Adults judge statements.",
  published: "2026-11-23",
  authors: [{ given: "Ann", family: "Author" }],
  licence: "CC-BY-4.0",
};

/** Writes a release and returns the texts of its files by path. */
async function release(version: string, ...more: string[]): Promise<Map<string, string>> {
  const file = join(folder, `${version}.json`);
  await writeFile(file, JSON.stringify({ ...description, version }));
  const out = join(folder, version);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const args = ["release", slug, "--description", file, "--out", out, "--reason", "A test.", ...more];
  const code = await main(args, { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  expect(code, Buffer.concat(await stdout.toArray()).toString()).toBe(0);
  const paths = await readdir(out, { recursive: true, withFileTypes: true });
  const texts = new Map<string, string>();
  for (const path of paths.filter((one) => one.isFile())) {
    const full = join(path.parentPath, path.name);
    texts.set(full.slice(out.length + 1), await readFile(full, "latin1"));
  }
  return texts;
}

it("contains the approval of the protocol with its document, which checksums cover", async () => {
  const files = await release("1.0.0");
  expect(files.get("documentation/ethics-approval.pdf")).toBe(pdf.toString("latin1"));
  expect(files.get("checksums.sha256")).toContain(`${sha256}  documentation/ethics-approval.pdf`);
  const sentence = "Ethics approval: Cexample University, dexample-7, 2026-01-02 (documentation/ethics-approval.pdf).";
  expect(files.get("README.md")).toContain(sentence);
  expect(files.get("croissant.json")).toContain(sentence);
  expect(files.get("documentation/reporting-checklist.md")).toContain("Cexample University, dexample-7, 2026-01-02");
  const newest = JSON.parse(files.get("documentation/protocol-2.json") ?? "");
  expect(newest.document.consent.ethics).toEqual(ethics);
  expect(newest).not.toHaveProperty("redacted");
  expect(fingerprint(canonicalJson(newest.document))).toBe(newest.hash);
  expect(files.get("documentation/amendments.json")).toContain("dexample-7");
});

it("omits institution, number, file and contact for blind review, and marks the protocol as redacted", async () => {
  const files = await release("1.1.0", "--anonymous");
  expect([...files.keys()]).not.toContain("documentation/ethics-approval.pdf");
  for (const [path, text] of files) expect(text, path).not.toMatch(/[b-g]example/i);
  const newest = JSON.parse(files.get("documentation/protocol-2.json") ?? "");
  expect(newest.document).toMatchObject({ contact: "", consent: expect.not.objectContaining({ ethics }) });
  expect(newest.redacted).toContain("The hash is that of the complete document");
  expect(newest.hash).not.toBe(fingerprint(canonicalJson(newest.document)));
  const { freezes } = JSON.parse(files.get("documentation/amendments.json") ?? "");
  expect(freezes[1].changes).toContainEqual({ path: "protocol.contact", before: "", after: "" });
});
