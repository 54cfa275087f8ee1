import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { extendChains } from "../server/platform/audit/chain/extend-chains.ts";
import { recordAudit } from "../server/platform/audit/record-audit.ts";
import { pool } from "../server/platform/database/pool.ts";
import { main } from "./main.ts";

withTestDatabase();

async function run(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(args, { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  return { code, out: Buffer.concat(await stdout.toArray()).toString() };
}

describe("parallax audit verify", () => {
  it("exits 0 for logs that say what they said, and 1 naming the row that does not", async () => {
    await recordAudit(pool(), { actorId: null, action: "test.add", subjectType: "test", subjectId: "1", reason: "a" });
    await extendChains();
    expect(await run("audit", "verify")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^valid: 1 rows in 1 batches of 1 chains; 0 newer rows/),
    });
    expect((await run("audit", "verify", "--head", "no head")).code).toBe(2);
    expect((await run("audit", "verify", "--head", "0".repeat(64))).code).toBe(1);
    await pool().query("ALTER TABLE audit_event DISABLE TRIGGER USER; UPDATE audit_event SET reason = 'b'");
    const { code, out } = await run("audit", "verify");
    expect(code).toBe(1);
    expect(out).toContain("PROBLEM  row changed  Row 1 of the audit log was changed after it was written");
    const { findings } = JSON.parse((await run("audit", "verify", "--json")).out);
    expect(findings).toHaveLength(1);
  });
});
