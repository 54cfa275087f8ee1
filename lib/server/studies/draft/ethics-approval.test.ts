import { expect, it } from "vitest";
import { GET as getApproval } from "@/app/api/v1/studies/[study]/ethics-approval/route.ts";
import { GET as getConsent } from "@/app/s/[study]/route.ts";
import { consentHash } from "@/lib/domain/survey/protocol.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { uploadFile } from "../../items/media/upload-file.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { getEthicsFile } from "./get-ethics-file.ts";
import { getStudyDraft } from "./get-study-draft.ts";
import { updateStudy } from "./update-study.ts";

withTestDatabase();

const upload = (actor: Actor, benchmarkId: string, text: string) =>
  uploadFile(
    actor,
    benchmarkId,
    { type: "pdf", fileName: "approval.pdf" },
    new Request("http://localhost/", { method: "POST", body: text }),
  );

it("stores only complete PDFs of limited size", async () => {
  const { projectId, benchmarkId } = await makeStudy({ open: false });
  const { actor } = await makePerson({ projectId, role: "researcher" });
  await expect(upload(actor, benchmarkId, "<script>")).rejects.toThrow("This file is not a PDF.");
  await expect(upload(actor, benchmarkId, "%PDF-1.7\n")).rejects.toThrow("This file is an incomplete PDF.");
  const large = `%PDF-1.7\n${"x".repeat(10 * 2 ** 20)}\n%%EOF`;
  await expect(upload(actor, benchmarkId, large)).rejects.toMatchObject({ code: "too-large" });
  expect(await upload(actor, benchmarkId, "%PDF-1.7\n%%EOF\n")).toMatchObject({ type: "application/pdf" });
  const { actor: viewer } = await makePerson({ projectId, role: "viewer" });
  await expect(upload(viewer, benchmarkId, "%PDF-1.7\n%%EOF\n")).rejects.toMatchObject({ code: "not-found" });
});

it("is part of the protocol, is shown at consent without its file, and only members can read the file", async () => {
  const study = await makeStudy();
  const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const other = await makeStudy({ open: false });
  const { actor: stranger } = await makePerson({ projectId: other.projectId, role: "researcher" });
  const { sha256 } = await upload(actor, study.benchmarkId, "%PDF-1.7\n%%EOF\n");
  const foreign = await upload(stranger, other.benchmarkId, "%PDF-1.7\nother\n%%EOF\n");

  const save = async (ethics: object) => {
    const draft = await getStudyDraft(actor, study.slug);
    if (!draft) throw new Error("the study has no draft");
    const { name, description, protocol } = draft.draft;
    const consent = { ...protocol.consent, ethics };
    return updateStudy(
      actor,
      study.id,
      draft.revision,
      { name, description, protocol: { ...protocol, consent } },
      "Approved.",
    );
  };
  const approval = { institution: "University of Testing <b>", number: "EK 12/3", date: "2026-01-02" };
  await expect(save({ ...approval, date: "soon" })).rejects.toMatchObject({
    field: "protocol.consent.ethics.date",
    message: expect.stringContaining("ethics approval, date: must be a date"),
  });
  await expect(save({ ...approval, number: " " })).rejects.toMatchObject({ field: "protocol.consent.ethics.number" });
  await expect(save({ ...approval, file: { sha256: foreign.sha256, name: "a.pdf" } })).rejects.toMatchObject({
    field: "protocol.consent.ethics.file",
  });
  await save({ ...approval, file: { sha256, name: "a.pdf" } });

  const { rows } = await pool().query(
    "SELECT document FROM protocol_version WHERE study_id = $1 ORDER BY version DESC",
    [study.id],
  );
  const [{ document: newest }, { document: before }] = rows;
  expect(newest.consent.ethics).toEqual({ ...approval, file: { sha256, name: "a.pdf" } });
  expect(newest.consent.version).not.toBe(before.consent.version);
  expect(consentHash(newest)).not.toBe(consentHash(before));

  const page = await getConsent(new Request(`http://localhost/s/${study.slug}`), {
    params: Promise.resolve({ study: study.slug }),
  });
  const html = await page.text();
  expect(html).toContain("Ethics approval: University of Testing &lt;b&gt;, no. EK 12/3, January 2, 2026");
  expect(html).not.toContain(sha256);
  expect(html).not.toContain("a.pdf");

  expect(await getEthicsFile(actor, study.id)).toMatchObject({ sha256, type: "application/pdf" });
  await expect(getEthicsFile(stranger, study.id)).rejects.toMatchObject({ code: "not-found" });
  const anonymous = await getApproval(new Request(`http://localhost/api/v1/studies/${study.id}/ethics-approval`), {
    params: Promise.resolve({ study: study.id }),
  });
  expect(anonymous.status).toBe(401);
});
