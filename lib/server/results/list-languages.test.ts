import { beforeAll, describe, expect, it } from "vitest";
import { renderPrompt } from "@/lib/domain/items/stimulus.ts";
import { languageView } from "@/lib/domain/results/views/models/language-view.ts";
import { viewFile } from "@/lib/domain/results/views/view-files.ts";
import { buildPresentation } from "@/lib/domain/survey/step-presentation.ts";
import { listTexts } from "@/lib/domain/survey/translate-protocol.ts";
import { exportTables } from "@/prisma/factories/export-tables.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../items/import-items.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { type Actor, installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { PendingError } from "../platform/errors/pending-error.ts";
import { getRunningProtocol, translateRunning } from "../sessions/running-study.ts";
import { hashToken } from "../sessions/session-token.ts";
import { moveStudy } from "../studies/run/move-study.ts";
import { openStudy } from "../studies/run/open-study.ts";
import { loadCompleteAnalysis } from "./analyse-study.ts";
import { listLanguages, loadFreshLanguages } from "./list-languages.ts";

withTestDatabase();

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const source = (rows: readonly object[]) =>
  makeImportSource("file.jsonl", bytesOf(rows.map((row) => JSON.stringify(row)).join("\n")));
const german = {
  kind: "true-false",
  story: { title: "Geschichte 0", genre: "", text: "Ana nannte Ben die Zahl 0." },
  text: "Ben kennt die Zahl 0.",
  options: [],
};
const germanRow = { ...german, id: "item-0", story: { id: "s0", ...german.story }, gold: true, options: undefined };

function importGerman(study: MadeStudy, row: object = germanRow) {
  return importItems({
    projectId: study.projectId,
    benchmarkName: "German",
    actorId: null,
    translationOf: { benchmark: `Benchmark of ${study.slug}`, language: "de" },
    ...source([row]),
  });
}

describe("a study whose item is linked to a translation", () => {
  let study: MadeStudy;
  let viewer: Actor;
  let benchmarkId = "";
  beforeAll(async () => {
    study = await makeStudy({
      items: 1,
      open: false,
      design: {
        factors: [
          { name: "story", levels: ["story"] },
          { name: "questionOrder", levels: ["true-false"] },
        ],
      },
      protocol: (protocol) => {
        const plain = withoutDwell(protocol);
        const texts = Object.fromEntries(listTexts(plain).map(({ name, text }) => [name, `[de] ${text}`]));
        return { ...plain, translations: { de: { texts } } };
      },
    });
    benchmarkId = (await importGerman(study)).benchmarkId;
    await openStudy(study.id);
    viewer = { ...installation, isOwner: false, memberships: [{ projectId: study.projectId, role: "viewer" }] };
    await walkTo(await startWalker(study), 5);
    const speaker = await startWalker(study);
    await pool().query("UPDATE session SET language = 'de' WHERE token_hash = $1", [hashToken(speaker.token)]);
    await walkTo(speaker, 5);
  });

  it("keeps with each answer what was shown, in the database and in every export", async () => {
    const responses = (await exportTables(study)).lines("responses.jsonl");
    const shown = await pool().query("SELECT id FROM item_version WHERE benchmark_id = $1", [benchmarkId]);
    expect(responses).toMatchObject([
      { language: "en", item: "item-0", shown_item: "item-0", is_correct: true },
      {
        language: "de",
        item: "item-0",
        shown_item_version: 1,
        shown_item_version_id: shown.rows[0].id,
        is_correct: true,
      },
    ]);
    expect(responses[0]?.shown_item_version_id).not.toBe(shown.rows[0].id);
    expect(responses[0]?.content_fingerprint).not.toBe(responses[1]?.content_fingerprint);
  });

  it("holds each language's text against what models were shown in that language", async () => {
    const condition = { story: "story", questionOrder: "true-false", prompt: "human" };
    const running = await getRunningProtocol(study.protocolVersionId);
    if (!running) throw new Error("the study has no protocol");
    const shown = buildPresentation(translateRunning(running, "de").protocol, german.kind, "de");
    const prompts = [renderPrompt(german, condition, shown), renderPrompt(german, condition)];
    await importPredictions({
      projectId: study.projectId,
      benchmarkId,
      source: "test",
      actorId: null,
      ...source(
        prompts.map((prompt, repeat) => ({ model: "m", item: "item-0", condition, repeat, prompt, answer: "true" })),
      ),
    });
    const own = { language: "en", isOwn: true, answers: 1, people: 1, readTranslated: 0, items: 1 };
    const right = expect.objectContaining({ correct: 1, n: 1, value: 1 });
    expect((await listLanguages(viewer, study.id))?.stored?.document).toEqual([
      { ...own, accuracy: right, models: [] },
      {
        ...own,
        language: "de",
        isOwn: false,
        readTranslated: 1,
        accuracy: right,
        // The second prompt asks about the German text in English, which no one was asked: it is left out.
        models: [{ model: "m", parity: { verified: 1, mismatch: 1, unverified: 0 }, accuracy: right }],
      },
    ]);
    const { rows } = await pool().query("SELECT item_version_id AS id FROM study_item WHERE study_id = $1", [study.id]);
    expect((await listLanguages(viewer, study.id, rows[0].id))?.stored?.document).toHaveLength(2);
  });

  it("is written by the analysis as its page shows it, the same bytes whether or not it was stored", async () => {
    const written = await loadCompleteAnalysis(installation, study.id, null);
    const files = new Map(written?.map(({ name, content }) => [name, content]));
    const view = languageView((await listLanguages(viewer, study.id))!.stored!.document);
    for (const name of ["languages", "language-models"])
      for (const format of ["csv", "md", "tex"] as const)
        expect(files.get(`languages/${name}.${format}`)).toBe(viewFile(view, name, format, { kind: "interim" }));
    expect(files.get("languages/languages.csv")).toMatch(/\nde,1,/);
    expect(files.get("languages/language-models.csv")).toContain("de,m,1,");
    await pool().query("DELETE FROM stored_result");
    expect(await loadCompleteAnalysis(installation, study.id, null)).toEqual(written);
  });

  it("does not show results from before the data lock, nor write outdated ones to a file", async () => {
    const load = async () => (await listLanguages(viewer, study.id))?.stored?.isStale;
    expect(await load()).toBe(false);
    // With so many answers, a request does not compute the results.
    await pool().query("UPDATE prediction_change SET answers = answers + 10001, changes = changes + 1");
    expect(await load()).toBe(true);
    await expect(loadFreshLanguages(viewer, study.id, null)).rejects.toBeInstanceOf(PendingError);
    await moveStudy(installation, study.id, "close");
    expect(await load()).toBeUndefined();
    await moveStudy(installation, study.id, "reopen", "Test.");
  });

  it("keeps its texts while it is open: a corrected translation is stored and not linked", async () => {
    const report = await importGerman(study, { ...germanRow, text: "Ben weiß die Zahl 0." });
    expect(report).toMatchObject({ inserted: 0, rejected: 1 });
    expect(report.rejections[0]).toMatchObject({
      field: "translation",
      message: expect.stringContaining("not linked"),
    });
    await moveStudy(installation, study.id, "close");
    expect(await importGerman(study, { ...germanRow, text: "Ben weiß die Zahl 0." })).toMatchObject({ inserted: 1 });
  });

  it("is there for those who may read research only", async () => {
    expect(await listLanguages({ ...viewer, memberships: [] }, study.id)).toBeNull();
  });
});
