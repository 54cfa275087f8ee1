import { expect, it } from "vitest";
import { formatDemoLoading } from "@/lib/domain/demo-loading.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { getDemoLoading } from "./demo-loading.ts";

withTestDatabase();

it("says that demo data still load, that some never will, and nothing once all are there", async () => {
  const { id: projectId } = await makeProject("Demo");
  const { actor } = await makePerson({ projectId, role: "viewer" });
  const stranger = (await makePerson({ projectId: undefined })).actor;
  expect(await getDemoLoading(actor, projectId)).toBeNull();
  const job = { payload: {}, projectId, createdById: null };
  await enqueueJob({ ...job, kind: "simulate-demo" });
  await enqueueJob({ ...job, kind: "simulate-beliefs" });
  await enqueueJob({ ...job, kind: "simulate-study" });
  const loading = await getDemoLoading(actor, projectId);
  expect(loading).toEqual({ waiting: 2, failed: 0 });
  expect(loading && formatDemoLoading(loading)).toContain("being created (2 parts left)");
  expect(await getDemoLoading(stranger, projectId)).toBeNull();
  await pool().query("UPDATE job SET state = 'done' WHERE kind = 'simulate-demo'");
  await pool().query("UPDATE job SET state = 'dead' WHERE kind = 'simulate-beliefs'");
  const failed = await getDemoLoading(actor, projectId);
  expect(failed && formatDemoLoading(failed)).toContain("1 part of the demo could not be created");
  await pool().query("UPDATE job SET state = 'done'");
  expect(await getDemoLoading(actor, projectId)).toBeNull();
});
