import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { GET as consentPage } from "@/app/s/[study]/route.ts";
import { inProcessEndpoints } from "@/app/s/own-endpoints.ts";
import type { Answer } from "@/lib/domain/items/item.ts";
import { consistencyQuestion } from "@/lib/domain/items/kinds/ikd/consistency.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import { generativeProfileSchema } from "@/lib/domain/results/simulation/generative-profile.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { type RunningJob, runNextJob } from "../../platform/jobs/run-job.ts";
import { createHttpClient, findEndpoints, isStudyAt, type OpenEndpoints } from "./public-endpoints.ts";
import { simulateStudy } from "./simulate-study.ts";
import { getSimulation, requestSimulation, runSimulationJob, simulationJobKind } from "./simulation-job.ts";

withTestDatabase();

describe("a simulation", () => {
  it("fills every slot of a twin of the study exactly, whoever leaves, and touches no answer of people", async () => {
    const study = await makeStudy({ items: 4 });
    // 8 groups x 4 items x 2 answers; more people would come than there are slots.
    const profile = { participants: 120, seed: "7", accuracy: 1, dropOut: 0.15 };
    const result = await simulateStudy(study.slug, profile, () => inProcessEndpoints);
    expect(result).toMatchObject({ study: `${study.slug}-simulation`, finished: 64 });
    // Anyone who would come after the study has closed itself does not.
    expect(result && result.finished + result.left + result.turnedAway).toBeLessThanOrEqual(120);
    expect(result?.left).toBeGreaterThan(0);
    const { rows } = await pool().query(
      `SELECT study.slug, study.stage::text, count(response.id)::int AS answers FROM study
       LEFT JOIN response ON response.study_id = study.id WHERE study.slug LIKE $1 || '%' GROUP BY study.id ORDER BY slug`,
      [study.slug],
    );
    expect(rows[0]).toEqual({ slug: study.slug, stage: "main", answers: 0 });
    expect(rows[1]).toMatchObject({ stage: "simulation" });
    const cells = await pool().query(
      `SELECT count(*)::int AS n FROM counted_response JOIN study ON study.id = counted_response.study_id
       WHERE study.slug = $1 AND is_complete AND NOT is_surplus GROUP BY item_version_id, condition_id`,
      [`${study.slug}-simulation`],
    );
    expect(cells.rows.map(({ n }) => n)).toEqual(Array.from({ length: 16 }, () => 4));
    expect(await simulateStudy("no-such-study", profile, () => inProcessEndpoints)).toBeNull();
  });

  it("continues after its process was killed: slots that its people held are filled by others", async () => {
    const study = await makeStudy({ items: 1 });
    const profile = { participants: 16, seed: "7", accuracy: 1, dropOut: 0 };
    let requests = 0;
    const killed: typeof inProcessEndpoints = async (path, fields) => {
      requests += 1;
      return requests > 50 ? new Promise(() => {}) : inProcessEndpoints(path, fields);
    };
    void simulateStudy(study.slug, profile, () => killed);
    await expect.poll(() => requests, { timeout: 120_000 }).toBeGreaterThanOrEqual(58);
    const slots = () =>
      pool().query(
        `SELECT count(*) FILTER (WHERE is_done)::int AS done, count(*) FILTER (WHERE NOT is_done AND session_id IS NOT NULL)::int AS held
         FROM slot JOIN study ON study.id = slot.study_id WHERE study.slug = $1`,
        [`${study.slug}-simulation`],
      );
    expect((await slots()).rows[0].held).toBeGreaterThan(0);
    await simulateStudy(study.slug, profile, () => inProcessEndpoints);
    expect((await slots()).rows).toEqual([{ done: 16, held: 0 }]);
  });

  it("runs in the background for those who may, says how far it is, and begins a new twin when the last one is full", async () => {
    const study = await makeStudy({ items: 1 });
    const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
    const viewer = (await makePerson({ projectId: study.projectId, role: "viewer" })).actor;
    const profile = { participants: 30, seed: "7", accuracy: 0.8, dropOut: 0 };
    expect(await getSimulation(study.id)).toBeNull();
    await expect(requestSimulation(viewer, study.id, profile)).rejects.toMatchObject({ code: "not-found" });
    await requestSimulation(actor, study.id, profile);
    expect(await getSimulation(study.id)).toEqual({ state: "working", done: 0, participants: 30 });
    await runNextJob({ [simulationJobKind]: (job) => runSimulationJob(job, () => inProcessEndpoints) });
    const filled = { state: "done", result: { study: `${study.slug}-simulation`, finished: 16 } };
    expect(await getSimulation(study.id)).toMatchObject(filled);
    await requestSimulation(actor, study.id, { ...profile, participants: 5 });
    await runNextJob({ [simulationJobKind]: (job) => runSimulationJob(job, () => inProcessEndpoints) });
    expect(await getSimulation(study.id)).toMatchObject({ participants: 5, result: { finished: 5 } });
  });

  it("is made anew for another design, and of no other study, however alike their addresses begin", async () => {
    const [one, other] = await Promise.all([makeStudy({ items: 1 }), makeStudy({ items: 1 })]);
    const slug = "a-study-with-an-address-of-more-than-forty-letters";
    await pool().query("UPDATE study SET slug = $2 WHERE id = $1", [one.id, slug]);
    await pool().query("UPDATE study SET slug = $2 WHERE id = $1", [other.id, `${slug}-2`]);
    const profile = { participants: 2, seed: "7", accuracy: 1, dropOut: 0 };
    const twinOf = async (id: string) => (await simulateStudy(id, profile, () => inProcessEndpoints))?.study;
    const first = await twinOf(one.id);
    expect(await twinOf(one.id)).toBe(first);
    const second = await twinOf(other.id);
    expect(second).not.toBe(first);
    const { rows } = await pool().query("SELECT project_id FROM study WHERE slug = ANY ($1) ORDER BY created_at", [
      [first, second],
    ]);
    expect(rows.map(({ project_id }) => project_id)).toEqual([one.projectId, other.projectId]);
    await pool().query(`UPDATE study SET design = jsonb_set(design, '{seed}', '"another"') WHERE id = $1`, [one.id]);
    const third = await twinOf(one.id);
    expect([first, second]).not.toContain(third);
    expect(await twinOf(one.id)).toBe(third);
  });

  it("has the analysis plan of its study, and is made again for a changed one", async () => {
    const study = await makeStudy({ items: 1 });
    const save = (plan: object) =>
      pool().query(
        `INSERT INTO study_plan (study_id, document) VALUES ($1, $2)
         ON CONFLICT (study_id) DO UPDATE SET document = excluded.document`,
        [study.id, plan],
      );
    const profile = { participants: 2, seed: "7", accuracy: 1, dropOut: 0 };
    const twinOf = async () => (await simulateStudy(study.slug, profile, () => inProcessEndpoints))?.study;
    const plan = analysisPlanSchema.parse({ ties: "false", unparsed: "omit" });
    await save({ ...plan, modelsFixed: true });
    const first = await twinOf();
    const { rows } = await pool().query(
      "SELECT document FROM study_plan JOIN study ON study.id = study_id WHERE slug = $1",
      [first],
    );
    expect(rows).toEqual([{ document: plan }]);
    expect(await twinOf()).toBe(first);
    await save({ ...plan, ties: "exclude" });
    expect(await twinOf()).not.toBe(first);
  });

  it("loses people by the arm of the design, as a profile says", async () => {
    const study = await makeStudy({ items: 4 });
    const generative = generativeProfileSchema.parse({ dropOut: 0, dropOutBy: { "story=no-story": 0.9 } });
    const profile = { participants: 60, seed: "7", accuracy: 1, dropOut: 0, profile: generative };
    const result = await simulateStudy(study.slug, profile, () => inProcessEndpoints);
    const { rows } = await pool().query(
      `SELECT condition.levels ->> 'story' AS arm, count(DISTINCT session.id)::int AS n
       FROM session JOIN study ON study.id = session.study_id
       JOIN assignment_event AS event ON event.session_id = session.id
       JOIN placement ON placement.slot_id = event.slot_id AND placement.position = 0
       JOIN condition ON condition.id = placement.condition_id
       WHERE study.slug = $1 AND session.outcome = 'withdrawn' GROUP BY 1`,
      [`${study.slug}-simulation`],
    );
    expect(rows).toEqual([{ arm: "no-story", n: result?.left }]);
    expect(result?.left).toBeGreaterThan(5);
  });

  it.each([0.3, 0.8])("marks the words of an error with the stated probability %s", async (localisation) => {
    const study = await makeStudy({
      lines: makeErrorLines(4),
      design: { factors: [], itemsPerSession: 4, perStratumItem: 16 },
    });
    const profile = { participants: 200, seed: "7", accuracy: 1, localisation, dropOut: 0 };
    const result = await simulateStudy(study.slug, profile, () => inProcessEndpoints);
    expect(result?.finished).toBe(128);
    const { rows } = await pool().query<{ text: string; answer: Answer; gold: unknown }>(
      `SELECT story_version.text, response.answer, item_key.gold FROM counted_response
       JOIN response ON response.id = counted_response.id
       JOIN item_version ON item_version.id = response.item_version_id
       JOIN story_version ON story_version.id = item_version.story_version_id
       JOIN item_key ON item_key.item_version_id = item_version.id
       JOIN study ON study.id = counted_response.study_id WHERE study.slug = $1`,
      [result?.study],
    );
    const overlaps = rows.map(({ text, answer, gold }) => {
      const item = {
        kind: "consistency",
        story: { title: "", genre: "", text },
        text: "",
        options: [],
        attributes: {},
      };
      return requireKind("consistency").score(answer, gold, item).measures.localisation ?? Number.NaN;
    });
    expect(overlaps).toHaveLength(512);
    const mean = overlaps.reduce((sum, overlap) => sum + overlap, 0) / overlaps.length;
    // Three standard errors of a share over 512 answers are at most 0.066.
    expect(Math.abs(mean - localisation)).toBeLessThan(0.066);
  });

  it("lets in nobody but scripted participants, whose links are signed", async () => {
    const study = await makeStudy({ items: 1 });
    const profile = { participants: 2, seed: "7", accuracy: 1, dropOut: 0 };
    const slug = (await simulateStudy(study.slug, profile, () => inProcessEndpoints))?.study ?? "";
    for (const query of ["", "?pid=somebody", `?pid=somebody&sig=${"0".repeat(64)}`]) {
      const request = new Request(`http://localhost/s/${slug}${query}`);
      const page = await consentPage(request, { params: Promise.resolve({ study: slug }) });
      expect([query, page.status]).toEqual([query, 403]);
    }
  });

  it("comes by the same pages over a network, with the same end", async () => {
    const study = await makeStudy({ items: 1 });
    const profile = { participants: 30, seed: "7", accuracy: 1, dropOut: 0.2 };
    await withServer(async (origin) => {
      expect(await simulateStudy(study.slug, profile, () => createHttpClient(origin))).toMatchObject({ finished: 16 });
    });
  });

  it("finds the public address where its own process serves no pages, and says so where it finds none", async () => {
    const study = await makeStudy({ items: 1 });
    await withServer(async (origin) => {
      vi.stubEnv("PORT", "1");
      vi.stubEnv("PARALLAX_URL", origin);
      expect(await isStudyAt(origin, "no-such-study")).toBe(false);
      expect(await runSimulationJob(jobOf(study.id, 2))).toMatchObject({ finished: 2 });
      vi.stubEnv("PARALLAX_URL", "http://127.0.0.1:2");
      await expect(findEndpoints(study.slug, 1)).rejects.toThrow(
        /found neither at http:\/\/127\.0\.0\.1:1 nor at http:\/\/127\.0\.0\.1:2/,
      );
    });
    vi.unstubAllEnvs();
  });

  it("is no success where the study takes nobody", async () => {
    const study = await makeStudy({ items: 1 });
    const profile = { participants: 2, seed: "7", accuracy: 1, dropOut: 0 };
    const elsewhere: OpenEndpoints = (slug) => (path, fields) =>
      inProcessEndpoints(path.replace(slug, "elsewhere"), fields);
    await expect(simulateStudy(study.slug, profile, elsewhere)).rejects.toThrow(/accepts no participants/);
  });

  it("goes on where nobody could be told how far it is", async () => {
    const study = await makeStudy({ items: 1 });
    const job = jobOf(study.id, 100, () => Promise.reject(new Error("The database did not answer.")));
    expect(await runSimulationJob(job, () => inProcessEndpoints)).toMatchObject({ finished: 16 });
  });
});

function jobOf(studyId: string, participants: number, progress: RunningJob["progress"] = async () => {}): RunningJob {
  return {
    id: "1",
    kind: simulationJobKind,
    payload: { studyId, participants, seed: "7", accuracy: 1, dropOut: 0 },
    projectId: null,
    createdById: null,
    attempt: 1,
    progress,
    signal: AbortSignal.any([]),
  };
}

/** Serves the participants' pages and endpoints at an address while something is done there. */
async function withServer(work: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer(async (request, response) => {
    const body = request.method === "POST" ? JSON.parse(Buffer.concat(await request.toArray()).toString()) : undefined;
    const { status, text } = await inProcessEndpoints(request.url ?? "/", body);
    response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await new Promise((resolve) => server.close(resolve));
}

/** Stories with an error in their last sentence; no two sentences share a word, so another one has no overlap with it. */
async function* makeErrorLines(count: number): AsyncGenerator<string> {
  for (let number = 0; number < count; number += 1) {
    yield JSON.stringify({
      id: `story-${number}`,
      kind: "consistency",
      story: {
        id: `story-${number}`,
        title: "",
        text: `Ana chose the number ${number}. Nobody heard about that. Ben asked her why she had picked it.`,
      },
      text: consistencyQuestion,
      gold: { consistent: false, spans: [[9, 17]] },
    });
  }
}
