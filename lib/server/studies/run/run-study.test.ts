import { beforeAll, describe, expect, it } from "vitest";
import { noSimulationLinks, simulationArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { textToSign } from "@/lib/domain/survey/recruiters/recruiter.ts";
import type { StudyTransition } from "@/lib/domain/survey/studies/study-status.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { getRunningProtocol } from "../../sessions/running-study.ts";
import { archiveStudy } from "../archive-study.ts";
import { getStudyDraft } from "../draft/get-study-draft.ts";
import { previewDraft, previewSessions, previewStudy } from "../draft/preview-study.ts";
import { updateStudy } from "../draft/update-study.ts";
import { isSigned } from "../entry/entry-signature.ts";
import { renewEntrySecret } from "../entry/renew-entry-secret.ts";
import { signLinks } from "../entry/sign-links.ts";
import { getArrivals } from "../flow/arrivals.ts";
import { getStudy } from "../get-study.ts";
import { listStudies } from "../list-studies.ts";
import { moveStudy } from "./move-study.ts";

withTestDatabase();

let made: MadeStudy;
let researcher: Actor;
let viewer: Actor;
let stranger: Actor;

beforeAll(async () => {
  made = await makeStudy({ open: false });
  researcher = (await makePerson({ projectId: made.projectId, role: "researcher" })).actor;
  viewer = (await makePerson({ projectId: made.projectId, role: "viewer" })).actor;
  stranger = (await makePerson({ projectId: (await makeStudy({ open: false })).projectId, role: "admin" })).actor;
});

describe("a study", () => {
  it("is opened, paused, reopened and closed by researchers of its project only, and each move is on record", async () => {
    for (const actor of [stranger, viewer]) {
      await expect(moveStudy(actor, made.id, "open")).rejects.toMatchObject({ code: "not-found" });
    }
    await expect(moveStudy(researcher, made.id, "pause")).rejects.toMatchObject({ code: "conflict" });
    const transitions: [StudyTransition, string][] = [
      ["open", "open"],
      ["pause", "paused"],
      ["reopen", "open"],
      ["close", "closed"],
      ["reopen", "open"],
    ];
    for (const [move, status] of transitions) expect(await moveStudy(researcher, made.id, move)).toBe(status);
    expect(await getStudy(researcher, made.id)).toMatchObject({ status: "open", isFrozen: true, closedAt: null });
    const events = await db().auditEvent.findMany({ where: { subjectId: made.id }, orderBy: { id: "asc" } });
    expect(events.map((event) => event.action)).toEqual(transitions.map(([move]) => `study.${move}`));
  });

  it("is generated once, however many open it at the same time", async () => {
    const study = await makeStudy({ open: false });
    const { actor } = await makePerson({ isOwner: true });
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => moveStudy(actor, study.id, "open")));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
    expect(await db().slot.count({ where: { studyId: study.id } })).toBe(8 * 4 * 2);
    expect(await db().condition.count({ where: { studyId: study.id } })).toBe(4);
  });

  it("takes people in although somebody looked at its address while it was a draft", async () => {
    const study = await makeStudy({ open: false });
    const { actor } = await makePerson({ isOwner: true });
    await getRunningProtocol(study.protocolVersionId);
    await moveStudy(actor, study.id, "open");
    expect(await walkTo(await startWalker(study), 5)).toMatchObject({ stepped: { outcome: "complete" } });
  });

  it("gives people outside all groups whole sessions, also where the items do not divide", async () => {
    const factors = [{ name: "story", levels: ["story"] }];
    const study = await makeStudy({
      items: 5,
      design: { openStratum: true, perStratumItem: 3, itemsPerSession: 3, factors },
    });
    await walkTo(await startWalker(study), 2, { gender: "undisclosed" });
    const short = await db().slot.findMany({
      where: { studyId: study.id, stratum: { isOpen: true } },
      select: { _count: { select: { placements: true } } },
    });
    expect(new Set(short.map((slot) => slot._count.placements))).toEqual(new Set([3]));
  });

  it("cannot be opened without items", async () => {
    const study = await makeStudy({ open: false });
    await db().studyItem.deleteMany({ where: { studyId: study.id } });
    const { actor } = await makePerson({ isOwner: true });
    await expect(moveStudy(actor, study.id, "open")).rejects.toThrow("The study has no items");
    expect(await getStudy(actor, study.id)).toMatchObject({ status: "draft", isFrozen: false });
  });

  it("is archived once nobody can come to it, is listed apart, and is not opened before it is restored", async () => {
    const study = await makeStudy({ open: false });
    const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
    const listed = async (isArchived: boolean) =>
      (await listStudies(actor, study.projectId, isArchived)).map(({ id }) => id);
    await expect(archiveStudy(stranger, study.id, true)).rejects.toMatchObject({ code: "not-found" });
    await moveStudy(actor, study.id, "open");
    await expect(archiveStudy(actor, study.id, true)).rejects.toThrow("The study is open");
    await moveStudy(actor, study.id, "close");
    await archiveStudy(actor, study.id, true);
    expect([await listed(false), await listed(true)]).toEqual([[], [study.id]]);
    expect(await getStudy(actor, study.id)).toMatchObject({ isArchived: true, status: "closed" });
    await expect(moveStudy(actor, study.id, "reopen")).rejects.toThrow("Restore it first");
    await archiveStudy(actor, study.id, false);
    expect([await listed(false), await listed(true)]).toEqual([[study.id], []]);
    expect(await moveStudy(actor, study.id, "reopen")).toBe("open");
    const events = await db().auditEvent.findMany({ where: { subjectId: study.id }, orderBy: { id: "asc" } });
    expect(events.map(({ action }) => action).slice(2, 4)).toEqual(["study.archive", "study.restore"]);
  });
});

describe("a study that has been opened", () => {
  it("keeps its design, and takes a new protocol that sessions under way never see", async () => {
    const walker = await startWalker(made);
    await walkTo(walker, 2);
    const edited = await getStudyDraft(researcher, made.id);
    if (!edited) throw new Error("no form");
    await expect(updateStudy(researcher, made.id, edited.revision, edited.draft)).rejects.toMatchObject({
      code: "conflict",
    });
    const { name, description, protocol } = edited.draft;
    const contact = { ...protocol, contact: "new@example.org" };
    await updateStudy(researcher, made.id, edited.revision, { name, description, protocol: contact }, "A reason.");
    const study = await getStudy(researcher, made.id);
    expect(study).toMatchObject({ protocolVersion: { version: 2 }, protocol: { contact: "new@example.org" } });
    expect(study?.protocolVersion.id).not.toBe(made.protocolVersionId);
    expect(walker.running.id).toBe(made.protocolVersionId);
    expect((await walkTo({ ...walker, post: walker.post }, 5)).status).toBe("advanced");
  });

  it("shows a new name to everybody who begins from then on", async () => {
    const edited = await getStudyDraft(researcher, made.id);
    if (!edited) throw new Error("no form");
    const { description, protocol } = edited.draft;
    const change = { name: "Another name", description, protocol };
    const { protocolVersionId } = await updateStudy(researcher, made.id, edited.revision, change, "A reason.");
    expect((await getRunningProtocol(protocolVersionId))?.studyName).toBe("Another name");
    expect((await getStudy(researcher, made.id))?.protocolVersion).toMatchObject({ id: protocolVersionId, version: 3 });
  });

  it("shows participants the title that is meant for them, and its researchers the name", async () => {
    const study = await makeStudy({
      protocol: (protocol) => ({ ...withoutDwell(protocol), publicTitle: "Short stories" }),
    });
    expect((await getRunningProtocol(study.protocolVersionId))?.studyName).toBe("Short stories");
    const { actor } = await makePerson({ projectId: study.projectId, role: "viewer" });
    expect((await getStudy(actor, study.id))?.name).toBe(`Study ${study.slug}`);
  });

  it("refuses a protocol that no longer asks what its groups are made of", async () => {
    const edited = await getStudyDraft(researcher, made.id);
    if (!edited) throw new Error("no form");
    const { name, description, protocol } = edited.draft;
    const steps = protocol.steps.filter((step) => step.key !== "about-you");
    await expect(
      updateStudy(researcher, made.id, edited.revision, { name, description, protocol: { ...protocol, steps } }),
    ).rejects.toMatchObject({ code: "invalid", field: "quotas.0" });
  });
});

describe("a preview", () => {
  it("shows each condition as the participant gets it, without the key, to readers of the project", async () => {
    const question = (condition: string) => previewStudy(viewer, made.id, { page: "4", condition });
    const without = await question("questionOrder=false-true;story=no-story");
    const withStory = await question("questionOrder=true-false;story=story");
    expect(without?.screen).toMatchObject({
      kind: "answer",
      stimulus: { story: null, options: [{ value: "false" }, { value: "true" }] },
    });
    expect(withStory?.screen).toMatchObject({ stimulus: { story: "Ana told Ben the number 0." } });
    expect(JSON.stringify([without, withStory])).not.toContain("gold");
    expect(await previewStudy(viewer, made.id, { page: "complete" })).toMatchObject({
      screen: { code: "PREVIEW23456" },
    });
    expect(await previewStudy(viewer, made.id, { page: "77" })).toBeNull();
    expect(await previewStudy(stranger, made.id, {})).toBeNull();
  });

  it("shows a form that is not saved yet and needs neither name nor address, to researchers only", async () => {
    const edited = await getStudyDraft(researcher, made.id);
    if (!edited) throw new Error("no form");
    const input = { ...edited.draft, name: "", slug: "" };
    expect(await previewDraft(researcher, made.projectId, input, { page: "0" })).toMatchObject({
      study: { name: "Untitled study" },
      screen: { kind: "consent" },
    });
    await expect(previewDraft(viewer, made.projectId, input, {})).rejects.toMatchObject({ code: "not-found" });
    await expect(previewDraft(stranger, made.projectId, input, {})).rejects.toMatchObject({ code: "not-found" });
    const wrong = { ...input, protocol: { ...edited.draft.protocol, leaseMinutes: 0 } };
    await expect(previewDraft(researcher, made.projectId, wrong, {})).rejects.toMatchObject({
      field: "protocol.leaseMinutes",
    });
  });

  it("lays out the sessions of a form whose items no filter describes with the items that its study has", async () => {
    const chosen = await makeStudy({ open: false });
    const { actor } = await makePerson({ projectId: chosen.projectId, role: "researcher" });
    const edited = await getStudyDraft(actor, chosen.id);
    await pool().query("DELETE FROM study_item WHERE study_id = $1 AND ordinal > 1", [chosen.id]);
    const input = { ...edited?.draft, itemFilter: null };
    const { text } = await previewSessions(actor, chosen.projectId, input, chosen.id);
    expect(text).toContain("32 sessions of 1 with 2 items.");
    expect((await previewSessions(actor, chosen.projectId, input)).text).toContain("64 sessions of 1 with 4 items.");
    expect((await previewSessions(actor, chosen.projectId, input, made.id)).text).toContain("with 4 items.");
  });
});

describe("links for participants", () => {
  const entry = (externalId: string, signature = "") => ({
    source: "pid" as const,
    externalId,
    parameters: {},
    toSign: textToSign({ pid: externalId }),
    signature,
  });
  const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

  it("are signed with the study's secret, for researchers only", async () => {
    for (const actor of [stranger, viewer]) {
      await expect(signLinks(actor, made.id, "p1")).rejects.toMatchObject({ code: "not-found" });
      await expect(renewEntrySecret(actor, made.id)).rejects.toMatchObject({ code: "not-found" });
    }
    const { secret } = await renewEntrySecret(researcher, made.id);
    const links = await signLinks(researcher, made.id, "p-1\np2, p2");
    expect(links.map((link) => link.externalId)).toEqual(["p-1", "p2"]);
    await expect(signLinks(researcher, made.id, "p-1\np 2")).rejects.toMatchObject({
      message: expect.stringContaining('"p 2" does not match the ID pattern'),
    });
    for (const link of links) {
      const { pid, sig } = parametersOf(link.url);
      expect(pid).toBe(link.externalId);
      expect(isSigned({ entrySecret: secret }, entry(link.externalId, sig))).toBe(true);
      expect(isSigned({ entrySecret: secret }, entry(`${link.externalId}x`, sig))).toBe(false);
    }
    await renewEntrySecret(researcher, made.id);
    const [again] = await signLinks(researcher, made.id, "p2");
    expect(isSigned({ entrySecret: secret }, entry("p2", parametersOf(again?.url ?? "").sig))).toBe(false);
  });

  it("are made for nobody where the study is a simulation, whose secret is not told either", async () => {
    const simulation = await makeStudy({ open: false });
    await db().study.update({ where: { id: simulation.id }, data: { stage: "simulation" } });
    const { actor } = await makePerson({ projectId: simulation.projectId, role: "researcher" });
    const refused = { code: "conflict", message: noSimulationLinks };
    await expect(signLinks(actor, simulation.id, "p1")).rejects.toMatchObject(refused);
    await expect(renewEntrySecret(actor, simulation.id)).rejects.toMatchObject(refused);
    expect((await getArrivals(actor, simulation.id))?.rules).toEqual(simulationArrivalRules);
  });

  it("are refused for an empty list and for numbers that cannot be stored", async () => {
    await expect(signLinks(researcher, made.id, " \n")).rejects.toMatchObject({ field: "people" });
    await expect(signLinks(researcher, made.id, "x".repeat(201))).rejects.toMatchObject({ field: "people" });
    await expect(signLinks(researcher, made.id, "a\u0000b")).rejects.toMatchObject({ field: "people" });
  });
});
