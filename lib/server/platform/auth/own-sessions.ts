import { createHmac } from "node:crypto";
import Bowser from "bowser";
import * as z from "zod";
import { networkPrefix } from "@/lib/domain/network/address.ts";
import { type Actor, requirePerson } from "../access/access.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { pool } from "../database/pool.ts";
import { manyRows, rowCountOf } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { withTx } from "../database/with-transaction.ts";
import { networkOf } from "../http/rate-limit.ts";
import { readInstallationSecret } from "../settings/installation-secret.ts";
import { sessionLimits } from "./session-cookie.ts";

/** A signed-in browser of a user. */
export interface OwnSession {
  id: string;
  /** "Firefox on Windows"; empty if the browser does not report it. */
  device: string;
  beganAt: Date;
  lastSeenAt: Date;
  /** Whether the session still waits for the code of the second factor. */
  awaitsCode: boolean;
  /** Whether this is the session of the current request. */
  isCurrent: boolean;
  /** Whether the session was started in the network of the current request; null if either network is unknown. */
  isSameNetwork: boolean | null;
}

/** Records the browser and the network of a new session, so that its user can recognise it in the list. */
export async function recordSessionOrigin(sessionId: string, headers: Headers): Promise<void> {
  const device = describeDevice(headers.get("user-agent") ?? "");
  const network = await hashNetwork(headers);
  await pool().query(
    sql`UPDATE auth_session SET device = ${device}, network_hash = ${network} WHERE id = ${sessionId}`,
  );
}

const sessionRow = z.strictObject({
  id: z.string(),
  device: z.string(),
  network: z.string(),
  beganAt: z.date(),
  lastSeenAt: z.date(),
  awaitsCode: z.boolean(),
});

/** The user's active sessions, the current one first, then by last use. */
export async function listOwnSessions(actor: Actor, headers: Headers): Promise<OwnSession[]> {
  const currentNetwork = await hashNetwork(headers);
  const rows = await manyRows(
    pool(),
    sessionRow,
    sql`SELECT id, device, network_hash AS network, auth_session.created_at AS "beganAt", last_seen_at AS "lastSeenAt",
            confirmed_at IS NOT NULL AND second_factor_at IS NULL AS "awaitsCode"
     FROM auth_session LEFT JOIN second_factor USING (user_id)
     WHERE user_id = ${requirePerson(actor)} AND expires_at > clock_timestamp()
       AND last_seen_at > clock_timestamp() - make_interval(secs => ${sessionLimits.idleSeconds})
     ORDER BY id = ${actor.sessionId} DESC, last_seen_at DESC`,
  );
  return rows.map(({ network, ...session }) => ({
    ...session,
    isCurrent: session.id === actor.sessionId,
    isSameNetwork: network === "" || currentNetwork === "" ? null : network === currentNetwork,
  }));
}

/**
 * Ends one of the user's sessions; the next request of the session is refused. Does nothing if the session has ended or
 * belongs to another user.
 */
export async function endOwnSession(actor: Actor, sessionId: string): Promise<void> {
  const userId = requirePerson(actor);
  await withTx(async (client) => {
    const deleteStatement = sql`DELETE FROM auth_session WHERE id = ${sessionId} AND user_id = ${userId}`;
    if ((await rowCountOf(client, deleteStatement)) === 0) return;
    await recordAudit(client, {
      actorId: userId,
      action: "account.end-session",
      subjectType: "account",
      subjectId: userId,
    });
  });
}

/** Browser and operating system by name, without versions. */
function describeDevice(userAgent: string): string {
  if (userAgent === "") return "";
  const { browser, os } = Bowser.parse(userAgent.slice(0, 1_000));
  return [browser.name, os.name]
    .filter((name) => name)
    .join(" on ")
    .slice(0, 100);
}

/** A keyed hash of the network (/24 of IPv4, /48 of IPv6); empty if it is unknown. */
async function hashNetwork(headers: Headers): Promise<string> {
  const prefix = networkOf(headers) === "" ? null : networkPrefix(headers.get("x-forwarded-for") ?? "");
  if (prefix === null) return "";
  return createHmac("sha256", `${await readInstallationSecret()}:session-network`)
    .update(prefix)
    .digest("base64url");
}
