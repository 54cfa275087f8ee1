import { expect, it } from "vitest";
import { demoParts } from "@/lib/domain/demo-parts.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { addDemoParts, addDemoPartsJobKind, declineDemoParts, isDemoSeeded, listNewDemoParts } from "./demo-parts.ts";
import { ensureDemo } from "./ensure-demo.ts";

withTestDatabase();

const asEarlierVersion = () =>
  pool().query(
    "INSERT INTO setting (key, value) VALUES ('demo-seeded', 'true') ON CONFLICT (key) DO UPDATE SET value = 'true'",
  );

it("offers parts that an upgraded installation does not have to owners, until they are added or dismissed", async () => {
  const { id: projectId } = await makeProject("First project");
  const { actor: admin } = await makePerson({ projectId, role: "admin" });
  expect(await isDemoSeeded(pool())).toBe(false);
  expect(await listNewDemoParts(installation)).toEqual([]);
  await asEarlierVersion();
  expect(await isDemoSeeded(pool())).toBe(true);
  expect(await listNewDemoParts(installation)).toEqual(demoParts);
  expect(await listNewDemoParts(admin)).toEqual([]);
  await expect(addDemoParts(admin)).rejects.toMatchObject({ code: "not-found" });
  await expect(declineDemoParts(admin)).rejects.toMatchObject({ code: "not-found" });
  expect(await ensureDemo()).toEqual(demoParts);

  await addDemoParts(installation);
  const { rows } = await pool().query("SELECT payload FROM job WHERE kind = $1", [addDemoPartsJobKind]);
  expect(rows).toEqual([{ payload: { parts: [...demoParts] } }]);
  expect(await listNewDemoParts(installation)).toEqual([]);
  await pool().query("DELETE FROM job");

  await declineDemoParts(installation);
  expect(await ensureDemo()).toEqual([]);
});

it("gives parts that could not be made another chance at the next start", async () => {
  await asEarlierVersion();
  await enqueueJob({ kind: "simulate-demo", payload: {}, projectId: null, createdById: null });
  await pool().query("UPDATE job SET state = 'dead', attempts = 5 WHERE kind = 'simulate-demo'");
  await ensureDemo();
  const { rows } = await pool().query("SELECT state::text, attempts FROM job WHERE kind = 'simulate-demo'");
  expect(rows).toEqual([{ state: "waiting", attempts: 0 }]);
});
