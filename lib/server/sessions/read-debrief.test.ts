import { expect, it } from "vitest";
import tuples from "@/lib/domain/beliefs/fixtures/tuples.json" with { type: "json" };
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { createBeliefStudy } from "../beliefs/create-belief-study.ts";
import { uploadFacts } from "../beliefs/upload-facts.ts";
import { pool } from "../platform/database/pool.ts";
import { openStudy } from "../studies/run/open-study.ts";
import { createSession } from "./create-session.ts";
import { readDebrief } from "./read-debrief.ts";
import { getRunningProtocol } from "./running-study.ts";
import { hashToken, mintToken } from "./session-token.ts";

withTestDatabase();

it("tells somebody who has left what was made up of what they had seen, and nothing that others are still asked", async () => {
  const { id: projectId } = await makeProject();
  const { actor } = await makePerson({ projectId });
  const upload = { benchmark: "Facts", format: "authors", seed: "42", fileName: "facts.jsonl" } as const;
  const file = new Blob([tuples.map((row) => JSON.stringify(row)).join("\n")]).stream();
  const { benchmarkId } = await uploadFacts(actor, projectId, upload, file);
  const { studyId } = await createBeliefStudy(actor, {
    ...{ benchmarkId: benchmarkId!, name: "Study", slug: "told-at-the-end", stage: "pilot", participants: 2 },
    ...{ facts: 3, fillers: 1, category: ["explicit"], prior: "first", pairing: "together" },
  });
  await openStudy(studyId);
  const study = await pool().query("SELECT protocol_version_id FROM study WHERE id = $1", [studyId]);
  const running = (await getRunningProtocol(study.rows[0].protocol_version_id))!;
  const token = hashToken(mintToken());
  await createSession(studyId, running.id, token, null);
  const leftAt = async (screen: number) => {
    const { rows } = await pool().query(
      `UPDATE session SET slot_id = (SELECT id FROM slot WHERE study_id = $1 ORDER BY ordinal LIMIT 1), screen = $3,
         outcome = 'complete', ended_at = clock_timestamp() WHERE token_hash = $2 RETURNING id`,
      [studyId, token, screen],
    );
    return readDebrief(rows[0].id, running.screens);
  };
  const told = await leftAt(running.screens.length - 1);
  expect(told.filter(({ claim }) => claim === "made-up")).toHaveLength(3);
  for (const { told: words, truth } of told) expect([words, truth]).toEqual([expect.any(String), expect.any(String)]);
  expect(await leftAt(0)).toEqual([]);
});
