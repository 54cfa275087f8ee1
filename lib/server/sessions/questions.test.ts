import { describe, expect, it } from "vitest";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { type Question, questionSchema } from "@/lib/domain/survey/questions/question.ts";
import { exportTables } from "@/prisma/factories/export-tables.ts";
import { makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { getSession } from "../studies/responses/get-session.ts";
import { findSession } from "./find-session.ts";
import { hashToken } from "./session-token.ts";
import { viewStoredSession } from "./view-session.ts";

withTestDatabase();

const questions = (list: object[]): Question[] =>
  list.map((question) => questionSchema.parse({ label: "What?", ...question }));
const pets = questions([
  {
    type: "several",
    key: "pets",
    dontKnow: true,
    choices: ["cat", "dog"].map((value) => ({ value, label: value, endsAs: null })),
  },
  {
    type: "number",
    key: "years",
    minimum: 0,
    maximum: 99,
    isWhole: true,
    ends: [{ when: { atMost: 17 }, endsAs: "screened-out" }],
  },
]);
const more = questions([
  {
    type: "scale",
    key: "liking",
    label: "How much do you like it?",
    minimum: 1,
    maximum: 5,
    look: "buttons",
    confidence: true,
    showIf: { question: "pets", oneOf: ["cat"] },
  },
  { type: "text", key: "remark", required: false, maximumLength: 50 },
]);

function protocol(made: Protocol): Protocol {
  const page = (key: string, asked: Question[]) => ({
    kind: "questions" as const,
    key,
    title: key,
    text: "",
    questions: asked,
  });
  const items = withoutDwell(made).steps.filter((step) => step.kind === "items");
  return { ...made, steps: [page("pets", pets), page("more", more), ...items] };
}

const open = () =>
  makeStudy({ items: 1, design: { strata: [{ key: "all", label: "All", criteria: {} }], factors: [] }, protocol });

async function askedNow(token: string, running: Parameters<typeof viewStoredSession>[0]) {
  const session = await findSession(hashToken(token), "only-look");
  if (!session) throw new Error("no session");
  const { screen } = await viewStoredSession(running, session, { token });
  return screen.kind === "questions" ? screen.questions.map(({ key }) => key) : screen.kind;
}

describe("questions of every kind", () => {
  it("are asked of whom they concern, stored in one form, and exported with their codes", async () => {
    const study = await open();
    const keeper = await startWalker(study);
    await keeper.post(0, { consent: "yes" });
    expect(await keeper.post(1, { pets: "cat", years: "-1" })).toMatchObject({
      status: "invalid",
      problems: [{ field: "years" }],
    });
    expect(await keeper.post(1, { pets: "cat", years: "40" })).toMatchObject({ status: "advanced" });
    expect(await askedNow(keeper.token, keeper.running)).toEqual(["liking", "remark"]);
    expect(await keeper.post(2, { remark: "" })).toMatchObject({ status: "invalid", problems: [{ field: "liking" }] });
    await keeper.post(2, { liking: "5", "liking.confidence": "100", remark: "" });

    const other = await startWalker(study);
    await other.post(0, { consent: "yes" });
    await other.post(1, { pets: "dont-know", years: "41" });
    expect(await askedNow(other.token, other.running)).toEqual(["remark"]);
    // Parameters that are not requested are not stored.
    expect(await other.post(2, { liking: "5" })).toMatchObject({ status: "invalid" });
    expect(await other.post(2, { remark: "none" })).toMatchObject({ status: "advanced" });

    const { files, lines } = await exportTables(study);
    expect(lines("participants.jsonl")).toMatchObject([
      {
        answer_pets: '["cat"]',
        answer_years: "40",
        answer_liking: "5",
        "answer_liking.confidence": "100",
        answer_remark: null,
      },
      { answer_pets: "dont-know", answer_liking: "not-asked", answer_remark: "none" },
    ]);
    // A researcher who reads the two sessions sees the same difference.
    const notAsked = async ({ token }: { token: string }) => {
      const session = await findSession(hashToken(token), "only-look");
      return (await getSession(installation, study.id, session?.sessionId ?? ""))?.notAsked;
    };
    expect(await notAsked(keeper)).toEqual([]);
    expect(await notAsked(other)).toEqual(["How much do you like it?"]);
    const codebook = Object.entries(files).find(([name]) => name.startsWith("codebook"))?.[1];
    expect(codebook).toContain("answer_liking.confidence");
    expect(codebook).toContain("I do not know");
  });

  it("screen people out by any of them", async () => {
    const study = await open();
    const child = await startWalker(study);
    await child.post(0, { consent: "yes" });
    await child.post(1, { pets: "dog", years: "17" });
    const { rows } = await pool().query("SELECT outcome::text FROM session WHERE study_id = $1", [study.id]);
    expect(rows).toEqual([{ outcome: "screened-out" }]);
  });
});
