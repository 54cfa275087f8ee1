import { expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../database/pool.ts";
import { endOwnSession, listOwnSessions, recordSessionOrigin } from "./own-sessions.ts";
import { readSession } from "./read-session.ts";
import { startSession } from "./start-session.ts";

withTestDatabase();

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const from = (address: string, agent = firefox) => new Headers({ "x-forwarded-for": address, "user-agent": agent });

it("lists the browsers of a person by device and network, and revokes one at once", async () => {
  const { claims, userId, actor } = await makePerson({});
  const stranger = await makePerson({});
  const other = await startSession(userId);
  if (!other) throw new Error("no session");
  await recordSessionOrigin(claims.sid, from("203.0.113.7"));
  await recordSessionOrigin(other.sid, from("198.51.100.9", ""));
  const here = { ...actor, sessionId: claims.sid };
  const list = await listOwnSessions(here, from("203.0.113.200"));
  expect(list).toMatchObject([
    { id: claims.sid, device: "Firefox on Windows", isCurrent: true, isSameNetwork: true },
    { id: other.sid, device: "", isCurrent: false, isSameNetwork: false },
  ]);
  expect(await listOwnSessions(here, new Headers())).toMatchObject([{ isSameNetwork: null }, { isSameNetwork: null }]);
  const { rows } = await pool().query("SELECT device || network_hash AS stored FROM auth_session");
  expect(JSON.stringify(rows)).not.toMatch(/203\.0|198\.51|Mozilla/);

  await endOwnSession(stranger.actor, other.sid);
  expect(await readSession(other)).not.toBeNull();
  await endOwnSession(here, other.sid);
  expect(await readSession(other)).toBeNull();
  expect(await readSession(claims)).not.toBeNull();
  await endOwnSession(here, other.sid);
  const audited = await pool().query("SELECT count(*)::int AS n FROM audit_event WHERE action = 'account.end-session'");
  expect(audited.rows).toEqual([{ n: 1 }]);
});
