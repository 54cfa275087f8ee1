import { expect, it } from "vitest";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { findSessionByCode } from "./find-session-by-code.ts";
import { hashToken } from "./session-token.ts";

withTestDatabase();

it("makes one network wait after many wrong codes, and nobody else, wherever the flood comes from", async () => {
  const study = await makeStudy();
  const walker = await startWalker(study);
  await walkTo(walker, 5);
  const { rows } = await pool().query("SELECT id, completion_code AS code FROM session WHERE token_hash = $1", [
    hashToken(walker.token),
  ]);
  const [{ id, code }] = rows;
  for (let network = 0; network < 16; network += 1)
    for (let guess = 0; guess < 20; guess += 1)
      expect(await findSessionByCode(study.id, "AAAABBBBCCCC", `198.51.100.${network}`)).toBeNull();
  await expect(findSessionByCode(study.id, code, "198.51.100.7")).rejects.toMatchObject({ code: "too-many" });
  expect(await findSessionByCode(study.id, code, "203.0.113.1")).toMatchObject({ sessionId: id });
  for (let guess = 0; guess < 25; guess += 1) await findSessionByCode(study.id, "AAAABBBBCCCC", "");
  expect(await findSessionByCode(study.id, code, "")).toMatchObject({ sessionId: id });
});

it("counts guesses at the shorter codes of earlier versions, though no network can be told", async () => {
  const study = await makeStudy();
  const guess = () => findSessionByCode(study.id, "AAAABBBB", "");
  for (let attempt = 0; attempt < 20; attempt += 1) expect(await guess()).toBeNull();
  await expect(guess()).rejects.toMatchObject({ code: "too-many" });
});
