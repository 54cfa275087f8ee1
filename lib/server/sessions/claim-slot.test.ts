import { expect, it } from "vitest";
import * as z from "zod";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { advanceSession } from "./advance-session.ts";
import { hashToken } from "./session-token.ts";

withTestDatabase();

it("claims a slot of a large study, and looks for returned slots, without reading the table of slots", async () => {
  const study = await makeStudy({ items: 140, design: { perStratumItem: 26 } });
  await pool().query(sql`ANALYZE slot`);
  const { token, running, post } = await startWalker(study);
  await walkTo({ token, running, post }, 1);
  const [from, next] = [running.screens[2]!, running.screens[3]!];
  const reported = { visibleMs: null, focusLosses: null };
  const rowsRead = await withTx(async (client) => {
    const stepped = await advanceSession(
      {
        tokenHash: hashToken(token),
        studyId: study.id,
        protocolVersionId: running.id,
        screen: from.index,
        screenKey: from.key,
        dwellMs: 0,
        next: { screen: next.index, key: next.key, position: 0, plannedMs: 0 },
        outcome: null,
        claim: {
          stratumId: running.strata[0]!.id,
          post: { screen: from.index, fields: {}, reported },
          looksForReturned: true,
        },
        leaseMinutes: 30,
        stepAnswer: null,
        response: null,
        reported,
        completionCode: null,
      },
      client,
    );
    expect(stepped).toMatchObject({ hasReturned: false, itemVersionId: expect.any(String) });
    return await oneRow(
      client,
      z.strictObject({ count: z.number() }),
      sql`SELECT seq_tup_read::int AS count FROM pg_stat_xact_user_tables WHERE relname = 'slot'`,
    );
  });
  expect(rowsRead.count).toBe(0);
});
