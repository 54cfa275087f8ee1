import { describe, expect, it } from "vitest";
import { street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { makeStudy, withDwell } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { addProtocolVersion } from "../studies/draft/create-study.ts";
import { createSession } from "./create-session.ts";
import { findSession } from "./find-session.ts";
import { getRunningProtocol } from "./running-study.ts";
import { hashToken, mintToken } from "./session-token.ts";
import { submitScreen } from "./submit-screen.ts";

withTestDatabase();

const reported = { visibleMs: null, focusLosses: null };

describe("a post that names another protocol than its session has", () => {
  it("does not shorten the dwell", async () => {
    const slow = await makeStudy({ protocol: (protocol) => withDwell(protocol, 600) });
    const quick = await startWalker(await makeStudy());
    const walker = await startWalker(slow);
    await walkTo(walker, 2);
    const forged = await submitScreen(quick.running, walker.token, { screen: 3, fields: {}, reported });
    expect(forged.status).toBe("unknown");
    expect((await findSession(hashToken(walker.token), "only-look"))?.screen).toBe(3);
    expect((await walker.post(3, {})).status).toBe("refused");
  });

  it("takes no slot in the other study and stores nothing", async () => {
    const own = await startWalker(await makeStudy());
    const other = await startWalker(await makeStudy());
    await walkTo(own, 1);
    const fields = { age: "18-29", gender: "female" };
    expect((await submitScreen(other.running, own.token, { screen: 2, fields, reported })).status).toBe("unknown");
    const { rows } = await pool().query(
      "SELECT count(*)::int AS n FROM slot WHERE study_id = $1 AND session_id IS NOT NULL",
      [other.running.studyId],
    );
    expect(rows[0].n).toBe(0);
    expect((await own.post(2, fields)).status).toBe("advanced");
  });
});

describe("a session", () => {
  it("runs the protocol whose consent was agreed to, though the study has a newer one", async () => {
    const study = await makeStudy();
    const running = await getRunningProtocol(study.protocolVersionId);
    const newer = { ...street2024Protocol(), contact: "new@example.org" };
    await withTx((client) => addProtocolVersion(client, study.id, newer, null));
    const token = mintToken();
    expect(await createSession(study.id, study.protocolVersionId, hashToken(token), null)).toEqual({ ok: true });
    if (!running) throw new Error("the study has no protocol");
    const consent = await submitScreen(running, token, { screen: 0, fields: { consent: "yes" }, reported });
    expect(consent.status).toBe("advanced");
    expect((await findSession(hashToken(token), "only-look"))?.protocolVersionId).toBe(study.protocolVersionId);
  });

  it("never begins under a protocol of another study", async () => {
    const [study, other] = [await makeStudy(), await makeStudy()];
    const begun = await createSession(study.id, other.protocolVersionId, hashToken(mintToken()), null);
    expect(begun).toEqual({ ok: false, reason: "not-open" });
  });
});
