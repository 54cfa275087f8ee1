import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { type ProlificServer, startProlificServer } from "@/prisma/factories/prolific-server.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { hashToken } from "../../sessions/session-token.ts";
import { importStatusFile, statusColumnsSchema } from "../import-status-file.ts";
import { ledgerFilterSchema, readLedger } from "../read-ledger.ts";
import { setRecruitment } from "../recruitment.ts";
import { approveSubmissions } from "./approve-submissions.ts";
import { createBonuses, listBonuses, payBonuses } from "./bonuses.ts";
import { createProlificDraft, readProlificStudy } from "./create-draft.ts";

withTestDatabase();

let server: ProlificServer;
let study: MadeStudy;
let researcher: Actor;
let viewer: Actor;
const offer = { places: 20, rewardCents: 150 };
const submissionOf = (letter: string) => letter.repeat(24);

beforeAll(async () => {
  server = await startProlificServer();
  study = await makeStudy({
    protocol: (protocol) => ({
      ...withoutDwell(protocol),
      recruiter: { kind: "prolific", name: "", idParameter: "", otherParameters: [] },
      ends: {
        ...protocol.ends,
        complete: { ...protocol.ends.complete, code: "C1" },
        quality: { ...protocol.ends.quality, code: "Q1" },
        withdrawn: { ...protocol.ends.withdrawn, code: "C1" },
      },
    }),
  });
  researcher = (await makePerson({ projectId: study.projectId })).actor;
  viewer = (await makePerson({ projectId: study.projectId, role: "viewer" })).actor;
});
afterAll(() => server.stop());

describe("a draft at Prolific", () => {
  it("needs the texts of the recruiter's form", async () => {
    await expect(createProlificDraft(researcher, study.id, server.token, offer)).rejects.toMatchObject({
      field: "minutes",
    });
    const recruitment = { title: "Short stories", description: "You read a story.", minutes: 6, pay: "£1.50" };
    await setRecruitment(researcher, study.id, recruitment);
  });

  it("is refused for a wrong token at its field, and for viewers", async () => {
    await expect(createProlificDraft(researcher, study.id, "another", offer)).rejects.toMatchObject({ field: "token" });
    await expect(createProlificDraft(viewer, study.id, server.token, offer)).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await readProlificStudy(study.id)).toBeUndefined();
  });

  it("has the study's address, texts and codes, and is created once; the token is not stored", async () => {
    const { id } = await createProlificDraft(researcher, study.id, server.token, offer);
    expect(server.drafts).toEqual([
      expect.objectContaining({
        name: "Short stories",
        external_study_url: expect.stringContaining(`/s/${study.slug}?`),
        completion_codes: [
          { code: "C1", code_type: "COMPLETED", actions: [{ action: "MANUALLY_REVIEW" }] },
          { code: "Q1", code_type: "FAILED_ATTENTION_CHECK", actions: [{ action: "MANUALLY_REVIEW" }] },
        ],
        estimated_completion_time: 6,
        reward: 150,
        total_available_places: 20,
      }),
    ]);
    expect(await readProlificStudy(study.id)).toMatchObject({ id });
    await expect(createProlificDraft(researcher, study.id, server.token, offer)).rejects.toMatchObject({
      code: "conflict",
    });
    const { rows } = await pool().query(
      "SELECT after::text AS after FROM audit_event WHERE action LIKE 'study.create-%'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].after).not.toContain(server.token);
  });
});

describe("approval at Prolific", () => {
  it("approves the submissions that were finished here with the right code, and marks them as paid", async () => {
    await expect(approveSubmissions(researcher, study.id, server.token)).rejects.toMatchObject({ code: "conflict" });
    for (const letter of ["a", "b", "c"]) {
      const walker = await startWalker(study);
      await walkTo(walker, letter === "c" ? 2 : 5);
      await pool().query(
        `INSERT INTO entry_identity (session_id, study_id, source, external_id, compared_id, parameters)
         SELECT id, study_id, 'prolific', $2, $2, $3 FROM session WHERE token_hash = $1`,
        [hashToken(walker.token), `p-${letter}`, JSON.stringify({ SESSION_ID: submissionOf(letter) })],
      );
    }
    const file = [
      "Submission id,Participant id,Status,Started at,Completed at,Reviewed at,Completion code",
      ...["a,C1", "b,NOCODE", "c,C1"].map((line) => {
        const [letter = "", code] = line.split(",");
        return `${submissionOf(letter)},p-${letter},AWAITING REVIEW,2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,,${code}`;
      }),
    ].join("\r\n");
    await importStatusFile(researcher, study.id, statusColumnsSchema.parse({}), new Response(file).body);
    await expect(approveSubmissions(viewer, study.id, server.token)).rejects.toMatchObject({ code: "not-found" });
    expect(await approveSubmissions(researcher, study.id, server.token)).toBe(1);
    expect([...server.approved]).toEqual([submissionOf("a")]);
    const { lines } = await readLedger(researcher, study.id, ledgerFilterSchema.parse({}));
    expect(lines.filter(({ paidAt }) => paidAt !== null).map(({ submission }) => submission)).toEqual([
      submissionOf("a"),
    ]);
  });
});

describe("bonuses at Prolific", () => {
  const text = `${submissionOf("a")}, 1.50\n${submissionOf("b")}, 0.50`;
  const setUp = (actor = researcher) =>
    createBonuses(actor, study.id, { token: server.token, remoteStudy: submissionOf("d"), text });
  const newest = async () => (await listBonuses(study.id))[0]!;

  it("are set up without being paid, with Prolific's total", async () => {
    await expect(setUp(viewer)).rejects.toMatchObject({ code: "not-found" });
    await setUp();
    expect(await listBonuses(study.id)).toMatchObject([{ people: 2, totalCents: 250, paidAt: null }]);
    expect([...server.payments]).toEqual([]);
  });

  it("are paid once, however often and by however many it is requested", async () => {
    const { id } = await newest();
    const requests = await Promise.allSettled(
      Array.from({ length: 5 }, () => payBonuses(researcher, study.id, id, server.token)),
    );
    expect(requests.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect([...server.payments.values()]).toEqual([1]);
  });

  it("can be paid again after a refusal, and not where no answer came", async () => {
    await setUp();
    const { id } = await newest();
    server.next = "refusal";
    const refusal = await payBonuses(researcher, study.id, id, server.token).catch(({ message }: Error) => message);
    expect(refusal).toContain("The balance is too low (Token …)");
    for (const token of ["another", "two\r\nlines", "…"])
      await expect(payBonuses(researcher, study.id, id, token)).rejects.toMatchObject({ field: "token" });
    await payBonuses(researcher, study.id, id, server.token);
    for (const next of ["silence", "failure"] as const) {
      await setUp();
      const lost = await newest();
      server.next = next;
      await expect(payBonuses(researcher, study.id, lost.id, server.token)).rejects.toThrow("Check on Prolific");
      await expect(payBonuses(researcher, study.id, lost.id, server.token)).rejects.toMatchObject({ code: "conflict" });
    }
    expect([...server.payments.values()]).toEqual([1, 1, 1, 1]);
  });
});
