import { describe, expect, it } from "vitest";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { readSession } from "../platform/auth/read-session.ts";
import { pool } from "../platform/database/pool.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { getOverview } from "../research/overview.ts";
import { createSession } from "../sessions/create-session.ts";
import { getRunningProtocol } from "../sessions/running-study.ts";
import { hashToken, mintToken } from "../sessions/session-token.ts";
import { submitScreen } from "../sessions/submit-screen.ts";
import { addProtocolVersion } from "../studies/draft/create-study.ts";
import { deleteDraft } from "../studies/draft/delete-draft.ts";
import { listExcludableStudies, setDenials } from "../studies/entry/denials.ts";
import { getStudy } from "../studies/get-study.ts";
import { listStudies } from "../studies/list-studies.ts";
import { getRecruitment, setRecruitment } from "./recruitment.ts";
import { getRehearsal, listExampleDepartures, startRehearsal } from "./rehearsal.ts";

withTestDatabase();

async function prolificStudy(open: boolean): Promise<MadeStudy> {
  return makeStudy({
    open,
    protocol: (protocol) => ({
      ...withoutDwell(protocol),
      recruiter: { kind: "prolific", name: "", idParameter: "", otherParameters: [] },
      ends: { ...protocol.ends, complete: { ...protocol.ends.complete, code: "C1" } },
    }),
  });
}

function withoutEdition(protocol: Protocol): Protocol {
  return {
    ...protocol,
    steps: protocol.steps.map((step) => ("wordsEdition" in step ? { ...step, wordsEdition: undefined } : step)),
  };
}

async function researcherOf(projectId: string) {
  const { claims } = await makePerson({ projectId, role: "researcher" });
  const actor = await readSession(claims);
  if (!actor) throw new Error("the researcher has no session");
  return actor;
}

async function countsOf(study: MadeStudy) {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM session WHERE study_id = $1) AS sessions,
            (SELECT count(*)::int FROM slot WHERE study_id = $1 AND session_id IS NOT NULL) AS slots,
            (SELECT count(*)::int FROM response WHERE study_id = $1) AS responses`,
    [study.id],
  );
  return rows[0];
}

/** Goes through a study by the parameters of a link, to its end. */
async function goThrough(link: string, without: string[] = []): Promise<void> {
  const url = new URL(link);
  const slug = url.pathname.split("/")[2];
  const { rows } = await pool().query("SELECT id, protocol_version_id FROM study WHERE slug = $1", [slug]);
  const running = await getRunningProtocol(rows[0].protocol_version_id);
  if (!running) throw new Error("the rehearsal has no protocol");
  const { PROLIFIC_PID: externalId = "", ...all } = Object.fromEntries(url.searchParams);
  const parameters = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
  const token = mintToken();
  const entry = { source: "prolific" as const, externalId, parameters, toSign: "", signature: null };
  expect(await createSession(rows[0].id, running.id, hashToken(token), entry)).toEqual({ ok: true });
  const answers = [
    { consent: "yes" },
    { residence: "uk", "first-language": "yes", "most-used-language": "english" },
    { age: "18-29", gender: "female" },
    {},
    { choice: "true" },
    { explanation: "The story says so." },
  ] as Record<string, string>[];
  for (const [screen, fields] of answers.entries())
    await submitScreen(running, token, { screen, fields, reported: { visibleMs: null, focusLosses: null } });
}

describe("a rehearsal", () => {
  it("runs a draft's pages, ticks off what arrived and where its end leads, and leaves the study as it was", async () => {
    const study = await prolificStudy(false);
    const researcher = await researcherOf(study.projectId);
    const facts = async () => {
      const { rows } = await pool().query("SELECT id FROM study WHERE id = $1", [study.id]);
      const found = await getStudy({ ...researcher }, rows[0].id);
      if (!found) throw new Error("the study is gone");
      return found;
    };
    const before = await countsOf(study);
    expect(await getRehearsal(await facts())).toBeNull();
    await startRehearsal(researcher, study.id);
    const prepared = await getRehearsal(await facts());
    expect(prepared?.facts).toEqual({ isCurrent: true, isComplete: false, missingParameters: [], hasArrived: false });
    expect(prepared?.links.atRecruiter).toContain("PROLIFIC_PID={{%PROLIFIC_PID%}}");
    await goThrough(prepared?.links.byOneself ?? "", ["SESSION_ID"]);
    expect((await getRehearsal(await facts()))?.facts).toMatchObject({ missingParameters: ["SESSION_ID"] });
    const again = await getRehearsal(await facts());
    await goThrough(again?.links.byOneself ?? "");
    const rehearsed = await getRehearsal(await facts());
    expect(rehearsed?.facts).toEqual({ isCurrent: true, isComplete: true, missingParameters: [], hasArrived: true });
    expect(rehearsed?.sessions[0]).toMatchObject({
      outcome: "complete",
      departure: { code: "C1", exit: { url: "https://app.prolific.com/submissions/complete?cc=C1" } },
    });
    expect(await countsOf(study)).toEqual(before);
    const listed = await listStudies(researcher, study.projectId);
    expect(listed.map(({ id }) => id)).toEqual([study.id]);
    expect((await getOverview(researcher, study.projectId)).begun).toBe(0);
    expect(await listExcludableStudies(study.id)).toEqual([]);
  });

  it("is current for a study whose steps name no edition of words, as those that were stored before editions do", async () => {
    const study = await prolificStudy(true);
    const researcher = await researcherOf(study.projectId);
    await withTx(async (client) => {
      const stored = await getRunningProtocol(study.protocolVersionId);
      if (!stored) throw new Error("the study has no protocol");
      await addProtocolVersion(client, study.id, withoutEdition(stored.protocol), null);
    });
    await startRehearsal(researcher, study.id);
    const facts = await getStudy(researcher, study.id);
    expect(facts && (await getRehearsal(facts))?.facts).toMatchObject({ isCurrent: true });
    const written = { ...(await getRecruitment(facts!)), title: "Judge short stories" };
    await setRecruitment(researcher, study.id, written);
    expect(await getRecruitment(facts!)).toEqual(written);
  });

  it("shows no link that would lead into a simulation", async () => {
    const study = await prolificStudy(true);
    await pool().query("UPDATE study SET stage = 'simulation' WHERE id = $1", [study.id]);
    await startRehearsal(await researcherOf(study.projectId), study.id);
    const { rows } = await pool().query(
      "SELECT count(DISTINCT entry_secret)::int AS secrets FROM study WHERE id = $1 OR rehearsal_of_id = $1",
      [study.id],
    );
    expect(rows).toEqual([{ secrets: 2 }]);
  });

  it("goes with all that was done in it when the next one begins or the draft is deleted, and is for researchers only", async () => {
    const study = await prolificStudy(false);
    const researcher = await researcherOf(study.projectId);
    const stranger = await researcherOf((await makeStudy()).projectId);
    await expect(startRehearsal(stranger, study.id)).rejects.toMatchObject({ code: "not-found" });
    const twins = async () => {
      const { rows } = await pool().query("SELECT id, slug FROM study WHERE rehearsal_of_id = $1", [study.id]);
      return rows;
    };
    await startRehearsal(researcher, study.id);
    const [first] = await twins();
    await goThrough(`http://localhost/s/${first.slug}?PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e&STUDY_ID=s&SESSION_ID=t`);
    await startRehearsal(researcher, study.id);
    const [second, ...more] = await twins();
    expect(more).toEqual([]);
    expect(second.slug).not.toBe(first.slug);
    await goThrough(`http://localhost/s/${second.slug}?PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e&STUDY_ID=s&SESSION_ID=t`);
    await deleteDraft(researcher, study.id);
    expect(await twins()).toEqual([]);
  });

  it("shows of each end which code it gives and where it leads people of the recruiter", async () => {
    const study = await prolificStudy(true);
    const running = await getRunningProtocol(study.protocolVersionId);
    if (!running) throw new Error("the study has no protocol");
    const ends = listExampleDepartures(running.protocol);
    expect(ends.complete).toEqual({
      code: "C1",
      exit: { kind: "link", url: "https://app.prolific.com/submissions/complete?cc=C1", recruiter: "Prolific" },
    });
    expect(ends["screened-out"]).toEqual({ code: null, exit: { kind: "return", recruiter: "prolific" } });
    const mturk = listExampleDepartures({
      ...running.protocol,
      recruiter: { kind: "mturk", name: "", idParameter: "", otherParameters: [] },
    });
    expect(mturk.complete.exit).toMatchObject({
      kind: "form",
      submit: { action: "https://www.mturk.com/mturk/externalSubmit" },
    });
  });
});

describe("a deny list", () => {
  it("proposes studies with the same stories, keeps what a researcher decides, and refuses studies of elsewhere", async () => {
    const study = await makeStudy();
    const other = await makeStudy();
    const plain = await makeStudy();
    for (const { id } of [other, plain])
      await pool().query("UPDATE study SET project_id = $2 WHERE id = $1", [id, study.projectId]);
    await pool().query("DELETE FROM study_item WHERE study_id = $1", [other.id]);
    await pool().query(
      "INSERT INTO study_item (study_id, item_version_id, ordinal) SELECT $1, item_version_id, ordinal FROM study_item WHERE study_id = $2",
      [other.id, study.id],
    );
    const researcher = await researcherOf(study.projectId);
    expect(await listExcludableStudies(study.id)).toMatchObject([
      { id: other.id, sharedStories: 4, isDenied: false, isDecided: false },
      { id: plain.id, sharedStories: 0, isDenied: false },
    ]);
    await setDenials(researcher, study.id, { listed: [other.id, plain.id], denied: [other.id] });
    expect(await listExcludableStudies(study.id)).toMatchObject([
      { id: other.id, isDenied: true, isDecided: true },
      { id: plain.id, isDenied: false, isDecided: true },
    ]);
    await setDenials(researcher, study.id, { listed: [other.id], denied: [] });
    expect((await listExcludableStudies(study.id))[0]).toMatchObject({ isDenied: false, isDecided: true });
    const elsewhere = await makeStudy();
    await expect(
      setDenials(researcher, study.id, { listed: [elsewhere.id], denied: [elsewhere.id] }),
    ).rejects.toMatchObject({ code: "invalid" });
    await expect(
      setDenials(await researcherOf(elsewhere.projectId), study.id, { listed: [], denied: [] }),
    ).rejects.toMatchObject({ code: "not-found" });
  });
});
