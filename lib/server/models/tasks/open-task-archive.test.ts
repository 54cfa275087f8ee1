import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../../items/import-items.ts";
import { openTaskArchive, taskQuerySchema } from "./open-task-archive.ts";

withTestDatabase();

async function unzipped(stream: ReadableStream<Uint8Array>): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await new Response(stream).arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

describe("the tasks of a benchmark as a download", () => {
  it("are its items under the chosen condition, for those who may read research", async () => {
    const { benchmarkId, projectId } = await makeStudy({ items: 4, open: false });
    const { actor } = await makePerson({ projectId, role: "viewer" });
    const stranger = await makePerson({ projectId: (await makeStudy({ items: 1, open: false })).projectId });
    const query = taskQuerySchema.parse({
      kind: "true-false",
      format: "lm-eval",
      shots: "1",
      "level-prompt": "simplified",
      "level-story": "",
    });
    const { name, stream } = await openTaskArchive(actor, benchmarkId, query);
    expect(name).toMatch(/-true-false-lm-eval\.zip$/u);
    const files = await unzipped(stream);
    const names = Object.keys(files);
    expect(names.slice(0, 2)).toEqual(["examples.jsonl", "documents.jsonl"]);
    expect(names.slice(2).map((file) => file.replace(/^.*_/u, ""))).toEqual(["generate.yaml", "mc.yaml"]);
    const document = JSON.parse((files["documents.jsonl"] ?? "").split("\n")[0] ?? "");
    expect(document).toMatchObject({ condition: { prompt: "simplified", shots: "1" }, choices: ["True", "False"] });
    await expect(openTaskArchive(stranger.actor, benchmarkId, query)).rejects.toMatchObject({ code: "not-found" });
  });

  it("are refused for levels and kinds that there are not", async () => {
    const { benchmarkId, projectId } = await makeStudy({ items: 1, open: false });
    const { actor } = await makePerson({ projectId, role: "viewer" });
    const ask = (more: Record<string, string>) =>
      openTaskArchive(actor, benchmarkId, taskQuerySchema.parse({ kind: "true-false", ...more }));
    await expect(ask({ "level-prompt": "rhymed" })).rejects.toMatchObject({ code: "invalid", field: "level-prompt" });
    await expect(ask({ "level-colour": "red" })).rejects.toMatchObject({ code: "invalid", field: "level-colour" });
    await expect(ask({ kind: "choice" })).rejects.toMatchObject({ code: "not-found" });
    expect(taskQuerySchema.safeParse({ kind: "true-false", shots: "1e9" }).success).toBe(false);
  });

  it("leave out and name items without a mark that the condition highlights, and items that are not selected", async () => {
    const { projectId } = await makeStudy({ items: 1, open: false });
    const { actor } = await makePerson({ projectId, role: "viewer" });
    async function* lines() {
      for (const id of ["marked", "bare"]) {
        yield JSON.stringify({
          id,
          kind: "two-choice",
          story: { id, text: "Mira hid the ticket while Jon was below deck." },
          text: "What does Jon do next?",
          options: ["He looks in the drawer.", "He looks under the bench."],
          attributes: id === "marked" ? { knowledge_words: "0-4" } : {},
          gold: 0,
        });
      }
    }
    const source = { fileName: "items.jsonl", lines: lines(), actorId: null };
    const { benchmarkId } = await importItems({ projectId, benchmarkName: "Ferries", ...source });
    const documentsOf = async (query: Record<string, string>) => {
      const sent = taskQuerySchema.parse({ kind: "two-choice", ...query });
      const files = await unzipped((await openTaskArchive(actor, benchmarkId, sent)).stream);
      const documents = (files["documents.jsonl"] ?? "").trim().split("\n");
      return { items: documents.map((line) => JSON.parse(line).item), leftOut: files["left-out.txt"] };
    };
    expect(await documentsOf({ "level-ablation": "knowledge" })).toEqual({ items: ["marked"], leftOut: "bare\n" });
    expect(await documentsOf({ "level-ablation": "attention" })).toMatchObject({ items: ["marked", "bare"] });
    expect(await documentsOf({ items: "id = bare" })).toEqual({ items: ["bare"], leftOut: undefined });
    await expect(documentsOf({ items: "id = bare", "level-ablation": "knowledge" })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("would exclude every item"),
    });
    await expect(documentsOf({ items: "id = nowhere" })).rejects.toMatchObject({ code: "invalid", field: "items" });
  });
});
