import { expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { getStatus } from "./get-status.ts";

withTestDatabase();

it("shows owners, and no one else, who is active and which jobs were given up", async () => {
  const study = await makeStudy();
  const finished = await startWalker(study);
  await walkTo(finished, 4, { choice: "true" });
  await finished.post(5, { explanation: "because" });
  await walkTo(await startWalker(study), 2);
  await pool().query(
    `INSERT INTO job (id, kind, payload, state, last_error, project_id, finished_at) VALUES
       (gen_random_uuid(), 'a', '{}', 'dead', 'The endpoint refused the key.', $1, clock_timestamp()),
       (gen_random_uuid(), 'b', '{}', 'waiting', NULL, $1, NULL),
       (gen_random_uuid(), 'b', '{}', 'done', NULL, $1, clock_timestamp())`,
    [study.projectId],
  );
  await pool().query("UPDATE job SET run_after = clock_timestamp() - interval '1 minute' WHERE state = 'waiting'");
  const person = { projectId: study.projectId, role: "admin" } as const;
  expect(await getStatus((await makePerson(person)).actor)).toBeNull();
  const found = await getStatus((await makePerson({ ...person, isOwner: true })).actor);
  expect(found?.status).toMatchObject({
    people: { participants: 1, completedLastHour: 1, annotators: 0 },
    jobs: { running: 0, dead: 1 },
    deadJobs: [{ kind: "a", error: "The endpoint refused the key." }],
    replica: null,
  });
  expect(found?.status.jobs.waiting).toBeGreaterThanOrEqual(1);
  expect(found?.status.jobs.longestWaitSeconds).toBeGreaterThanOrEqual(60);
  expect(found?.status.programs.map(({ program }) => program)).toContain("parallax/web");
  expect(found?.status.database.connections).toBeGreaterThan(0);
});
