import { beforeAll, describe, expect, it } from "vitest";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { type Actor, installation } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { decryptStoredSecret } from "../../platform/settings/stored-secret.ts";
import { getStudy } from "../get-study.ts";
import { listStudies } from "../list-studies.ts";
import { listStudyBenchmarks } from "../list-study-benchmarks.ts";
import { copyStudy } from "./copy-study.ts";
import { createFromDraft } from "./create-from-draft.ts";
import { deleteDraft } from "./delete-draft.ts";
import { getStudyDraft } from "./get-study-draft.ts";
import { listProtocolVersions } from "./list-protocol-versions.ts";
import { startDraft } from "./start-draft.ts";
import { updateStudy } from "./update-study.ts";

withTestDatabase();

let made: MadeStudy;
let researcher: Actor;
let viewer: Actor;
let stranger: Actor;
let annotator: Actor;
let counter = 0;

beforeAll(async () => {
  // Fifty-two items: enough for the presets, few enough to be quick.
  made = await makeStudy({ items: 52, open: false });
  const { projectId } = made;
  researcher = (await makePerson({ projectId, role: "researcher" })).actor;
  viewer = (await makePerson({ projectId, role: "viewer" })).actor;
  annotator = (await makePerson({ projectId, role: "annotator" })).actor;
  const other = await makeStudy({ items: 2, open: false });
  stranger = (await makePerson({ projectId: other.projectId, role: "admin" })).actor;
});

async function newDraft(preset = "street-2024") {
  const draft = startDraft(preset, await listStudyBenchmarks(researcher, made.projectId));
  if (!draft) throw new Error("no draft");
  counter += 1;
  return { ...draft, name: `Study ${counter}`, slug: `study-made-${counter}` };
}

const refused = (code: string, field?: string) => ({ code, ...(field ? { field } : {}) });

describe("a new study", () => {
  it("is made from a preset, for researchers of the project only", async () => {
    const draft = await newDraft();
    for (const actor of [stranger, viewer, annotator]) {
      await expect(createFromDraft(actor, made.projectId, draft)).rejects.toMatchObject(refused("not-found"));
    }
    const { id } = await createFromDraft(researcher, made.projectId, draft);
    const study = await getStudy(researcher, id);
    expect(study).toMatchObject({ name: draft.name, status: "draft", items: 52, isFrozen: false, canWrite: true });
    expect(study?.design.strata).toHaveLength(8);
    expect(study?.protocolVersion.version).toBe(1);
    // With what its preset says of the analysis, which a plan may change.
    const plan = await db().studyPlan.findUnique({ where: { studyId: id } });
    expect(plan?.document).toMatchObject({ comparator: { kind: "majority" }, ties: "false" });
    // And with what the paper compares with what, here people who are not shown the story again with the human prompt.
    const { correspondence } = await db().study.findUniqueOrThrow({ where: { id }, select: { correspondence: true } });
    expect(correspondence).toEqual(presetCorrespondence("street-2024", []));
    const audit = await db().auditEvent.findFirst({ where: { subjectId: id } });
    expect(audit).toMatchObject({ action: "study.create", actorId: researcher.userId, projectId: made.projectId });
  });

  it("asks only the items that its filter chooses", async () => {
    const draft = await newDraft("from-scratch");
    const { id } = await createFromDraft(researcher, made.projectId, { ...draft, itemFilter: { number: ["3", "5"] } });
    expect(await getStudy(researcher, id)).toMatchObject({ items: 2 });
    const named = await createFromDraft(researcher, made.projectId, {
      ...(await newDraft("from-scratch")),
      itemIds: ["item-3", "item-5", "item-7"],
    });
    expect(await getStudy(researcher, named.id)).toMatchObject({ items: 3 });
  });

  it("is refused with the path of the field and a sentence that names it, and stores nothing", async () => {
    const draft = await newDraft();
    const before = await db().study.count();
    const cases: [unknown, string][] = [
      [{ ...draft, name: " " }, "name"],
      [{ ...draft, name: 7 }, "name"],
      [{ ...draft, name: "x".repeat(201) }, "name"],
      [{ ...draft, name: "nul \u0000" }, "name"],
      [{ ...draft, name: "half \ud800" }, "name"],
      [{ ...draft, slug: "Two Words" }, "slug"],
      [{ ...draft, slug: made.slug }, "slug"],
      [{ ...draft, benchmarkId: "" }, "benchmarkId"],
      [{ ...draft, itemKind: "song" }, "itemKind"],
      [{ ...draft, itemFilter: { number: ["999"] } }, "itemFilter"],
      [{ ...draft, itemIds: ["item-3", "no-such"] }, "itemIds"],
      [{ ...draft, itemFilter: null }, "itemFilter"],
      [{ ...draft, perStratumItem: "26" }, "perStratumItem"],
      [{ ...draft, perStratumItem: 0 }, "perStratumItem"],
      [{ ...draft, itemsPerSession: 53, perStratumItem: 53 }, "itemsPerSession"],
      [{ ...draft, colour: "red" }, "colour"],
      [{ ...draft, protocol: { ...draft.protocol, leaseMinutes: 1 } }, "protocol.leaseMinutes"],
      [{ ...draft, protocol: { ...draft.protocol, steps: [] } }, "protocol.steps"],
      [{ ...draft, protocol: { ...draft.protocol, music: true } }, "protocol.music"],
      [{ ...draft, openStratum: false }, "quotas.1"],
      [null, ""],
    ];
    for (const [input, field] of cases) {
      await expect(createFromDraft(researcher, made.projectId, input)).rejects.toMatchObject({
        code: "invalid",
        field: field || undefined,
      });
    }
    const wrongEnd = { ...draft.protocol.ends.complete, returnUrl: "javascript:alert(1)" };
    const protocol = { ...draft.protocol, ends: { ...draft.protocol.ends, complete: wrongEnd } };
    await expect(createFromDraft(researcher, made.projectId, { ...draft, protocol })).rejects.toThrow(
      "End pages, complete, return link: ",
    );
    expect(await db().study.count()).toBe(before);
  });

  it("cannot ask another project's benchmark", async () => {
    const foreign = await makeStudy({ items: 52, open: false });
    const draft = { ...(await newDraft()), benchmarkId: foreign.benchmarkId };
    await expect(createFromDraft(researcher, made.projectId, draft)).rejects.toMatchObject(
      refused("invalid", "benchmarkId"),
    );
  });

  it("gets its address once, however many ask for it at the same time", async () => {
    const draft = await newDraft("from-scratch");
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => createFromDraft(researcher, made.projectId, draft)),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject(refused("invalid", "slug"));
    }
  });
});

describe("a draft", () => {
  it("comes back into its form as it was sent", async () => {
    const { preset, ...draft } = { ...(await newDraft()), itemFilter: { story: ["Story 1", "Story 2", "Story 3"] } };
    // What the preset said of the analysis is in the plan by then.
    const { id } = await createFromDraft(researcher, made.projectId, { ...draft, preset });
    const edited = await getStudyDraft(researcher, id);
    expect(edited?.draft).toEqual(draft);
    expect(edited).toMatchObject({ isFrozen: false, hasOwnGroups: false, items: 3 });
    expect(await getStudyDraft(stranger, id)).toBeNull();
    expect(await getStudyDraft(viewer, id)).toBeNull();
  });

  it("is changed in every part, and a changed protocol is a new version", async () => {
    const draft = await newDraft();
    const { id } = await createFromDraft(researcher, made.projectId, draft);
    const edited = await getStudyDraft(researcher, id);
    if (!edited) throw new Error("no form");
    const changed = {
      ...draft,
      name: "Renamed",
      slug: `${draft.slug}-renamed`,
      itemFilter: { number: ["1", "2"] },
      perStratumItem: 8,
      protocol: { ...draft.protocol, contact: "desk@example.org" },
    };
    for (const actor of [stranger, viewer, annotator]) {
      await expect(updateStudy(actor, id, edited.revision, changed)).rejects.toMatchObject(refused("not-found"));
    }
    await updateStudy(researcher, id, edited.revision, changed);
    expect(await getStudy(researcher, id)).toMatchObject({
      name: "Renamed",
      slug: `${draft.slug}-renamed`,
      items: 2,
      protocol: { contact: "desk@example.org" },
      protocolVersion: { version: 2 },
    });
    const versions = await listProtocolVersions(researcher, id);
    expect(versions.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(versions[0]?.createdBy).toBe("Somebody");
    expect(await listProtocolVersions(stranger, id)).toEqual([]);
  });

  it("gets a new secret when it becomes a simulation, so that nobody has one that signs a way in", async () => {
    const draft = await newDraft();
    const { id } = await createFromDraft(researcher, made.projectId, draft);
    const secrets: string[] = [];
    for (const stage of ["main", "simulation", "simulation"]) {
      const { revision } = (await getStudyDraft(researcher, id)) ?? { revision: "" };
      await updateStudy(researcher, id, revision, { ...draft, stage });
      const { entrySecret } = await db().study.findUniqueOrThrow({ where: { id } });
      secrets.push(await decryptStoredSecret("entry-links", entrySecret));
    }
    const [main, simulation, again] = secrets;
    expect(simulation).not.toBe(main);
    expect(again).toBe(simulation);
  });

  it("is not overwritten by somebody who opened the form before", async () => {
    const draft = await newDraft("from-scratch");
    const { id } = await createFromDraft(researcher, made.projectId, draft);
    const { revision } = (await getStudyDraft(researcher, id)) ?? { revision: "" };
    const results = await Promise.allSettled(
      ["one", "two", "three"].map((name) => updateStudy(researcher, id, revision, { ...draft, name })),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject(refused("conflict"));
    }
  });

  it("keeps the items that no filter describes", async () => {
    const items = await db().studyItem.findMany({ where: { studyId: made.id }, orderBy: { ordinal: "asc" }, take: 3 });
    await db().studyItem.deleteMany({
      where: { studyId: made.id, itemVersionId: { notIn: items.map((item) => item.itemVersionId) } },
    });
    // Fifty-two items differ in their number alone, so a filter finds three; with the attribute gone none would.
    const edited = await getStudyDraft(installation, made.id);
    if (!edited) throw new Error("no form");
    await updateStudy(installation, made.id, edited.revision, { ...edited.draft, itemFilter: null });
    const kept = await db().studyItem.findMany({ where: { studyId: made.id }, orderBy: { ordinal: "asc" } });
    expect(kept.map((item) => item.itemVersionId)).toEqual(items.map((item) => item.itemVersionId));
  });

  it("can be copied, by several people at once, with a seed and an address of its own", async () => {
    const draft = await newDraft("many-items");
    const { id, slug } = await createFromDraft(researcher, made.projectId, { ...draft, perStratumItem: 25 });
    await expect(copyStudy(viewer, id)).rejects.toMatchObject(refused("not-found"));
    await expect(copyStudy(stranger, id)).rejects.toMatchObject(refused("not-found"));
    const copies = await Promise.all([1, 2, 3].map(() => copyStudy(researcher, id)));
    expect(new Set(copies.map((copy) => copy.slug)).size).toBe(3);
    expect(copies.every((copy) => copy.slug.startsWith(`${slug}-copy`))).toBe(true);
    const copied = await getStudy(researcher, copies[0]?.slug ?? "");
    const original = await getStudy(researcher, id);
    expect(copied?.name).toBe(`Copy of ${draft.name}`);
    expect(copied?.protocolVersion.hash).toBe(original?.protocolVersion.hash);
    expect(copied?.design).toEqual({ ...original?.design, seed: copied?.design.seed });
    expect(copied?.design.seed).not.toBe(original?.design.seed);
    const correspondences = await db().study.findMany({
      where: { id: { in: [id, ...copies.map((copy) => copy.id)] } },
      select: { correspondence: true },
    });
    for (const { correspondence } of correspondences)
      expect(correspondence).toEqual(correspondences[0]?.correspondence);
    expect(correspondences[0]?.correspondence).not.toBeNull();
  });

  it("can be deleted while nobody can have taken part", async () => {
    const { id } = await createFromDraft(researcher, made.projectId, await newDraft("from-scratch"));
    await expect(deleteDraft(stranger, id)).rejects.toMatchObject(refused("not-found"));
    await expect(deleteDraft(viewer, id)).rejects.toMatchObject(refused("not-found"));
    await deleteDraft(researcher, id);
    expect(await getStudy(researcher, id)).toBeNull();
    const open = await makeStudy({ items: 2 });
    await expect(deleteDraft(installation, open.id)).rejects.toMatchObject(refused("conflict"));
  });
});

describe("reading studies", () => {
  it("shows a project's studies to those who may see research, by id and by address", async () => {
    for (const actor of [researcher, viewer]) {
      const studies = await listStudies(actor, made.projectId);
      expect(studies.map((study) => study.id)).toContain(made.id);
      expect(await getStudy(actor, made.id)).not.toBeNull();
      expect(await getStudy(actor, made.slug)).toMatchObject({ id: made.id, canWrite: actor === researcher });
    }
    for (const actor of [stranger, annotator]) {
      expect(await listStudies(actor, made.projectId)).toEqual([]);
      expect(await getStudy(actor, made.id)).toBeNull();
      expect(await getStudy(actor, made.slug)).toBeNull();
      expect(await listStudyBenchmarks(actor, made.projectId)).toEqual([]);
    }
    expect(await getStudy(researcher, "no-such-study")).toBeNull();
    expect(await getStudy(researcher, "\u0000")).toBeNull();
  });

  it("offers benchmarks with their items counted by attribute", async () => {
    const [benchmark] = await listStudyBenchmarks(viewer, made.projectId);
    expect(benchmark).toMatchObject({ id: made.benchmarkId, unsupported: 0 });
    expect(benchmark?.kinds[0]).toMatchObject({ name: "true-false", items: 52 });
    expect(benchmark?.kinds[0]?.table.attributes.map((attribute) => attribute.name)).toEqual(["number", "story"]);
  });
});
