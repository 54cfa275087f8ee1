import { describe, expect, it } from "vitest";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { untilWaiting } from "@/prisma/factories/wait-for-locks.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { hashToken } from "../session-token.ts";
import { withdraw } from "./withdraw.ts";

withTestDatabase();

describe("withdrawing while an answer is on its way", () => {
  it("leaves no text and no count behind, whichever of the two comes first", async () => {
    const study = await makeStudy({ items: 4, design: { perStratumItem: 20, factors: [] } });
    for (let round = 0; round < 24; round += 1) {
      const walker = await startWalker(study);
      await walkTo(walker, 4);
      const before = round % 2;
      const [posted, left] = await Promise.all(
        before
          ? [walker.post(5, { explanation: "A secret." }), withdraw(hashToken(walker.token), "erase")]
          : reversed(withdraw(hashToken(walker.token), "erase"), walker.post(5, { explanation: "A secret." })),
      );
      expect(["advanced", "refused"]).toContain(posted.status);
      expect(left).toBe("withdrawn");
    }
    await expectNothingLeft(study.id);
  });

  it("erases an answer that was being stored when the withdrawal began", async () => {
    const study = await makeStudy({ items: 1, design: { perStratumItem: 1, factors: [] } });
    const walker = await startWalker(study);
    await walkTo(walker, 4);
    // Holds back the last post after it has taken the session, until the withdrawal waits for it.
    const gate = await pool().connect();
    try {
      await gate.query("BEGIN");
      await gate.query("SELECT 1 FROM slot WHERE study_id = $1 FOR UPDATE", [study.id]);
      const posted = walker.post(5, { explanation: "A secret." });
      await untilWaiting(1);
      const left = withdraw(hashToken(walker.token), "erase");
      await untilWaiting(2);
      await gate.query("COMMIT");
      expect((await posted).status).toBe("advanced");
      expect(await left).toBe("withdrawn");
    } finally {
      gate.release();
    }
    await expectNothingLeft(study.id);
    expect(await walkTo(await startWalker(study), 5)).toMatchObject({ stepped: { outcome: "complete" } });
  });
});

function reversed<Left, Right>(left: Promise<Left>, right: Promise<Right>): [Promise<Right>, Promise<Left>] {
  return [right, left];
}

async function expectNothingLeft(studyId: string): Promise<void> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM step_answer JOIN session ON session.id = session_id
             WHERE study_id = $1 AND given::text LIKE '%secret%') AS texts,
            (SELECT count(*)::int FROM response WHERE study_id = $1 AND answer <> '{}') AS answers,
            (SELECT coalesce(sum(count), 0)::int FROM cell_count WHERE study_id = $1) AS cells,
            (SELECT coalesce(sum(count), 0)::int FROM session_count
             WHERE study_id = $1 AND event = 'complete') AS complete,
            (SELECT count(*)::int FROM slot WHERE study_id = $1 AND (is_done OR session_id IS NOT NULL)) AS slots`,
    [studyId],
  );
  expect(rows[0]).toEqual({ texts: 0, answers: 0, cells: 0, complete: 0, slots: 0 });
}
