import * as z from "zod";
import { formatDay } from "@/lib/domain/format/times.ts";
import { isDropOutAbove, listStudyNotices } from "@/lib/domain/survey/live/list-notices.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { log } from "../platform/log/log.ts";
import { readStudyHealth } from "../studies/flow/load-study-flow.ts";
import { emitToAddress } from "./emit-event.ts";

const intervalMs = 300_000;

/** Sends the events that no database write triggers, every five minutes until the process ends. */
export function startStudyChecks(): void {
  const run = () =>
    sendDueStudyEvents().catch((error: Error) =>
      log("warn", "Could not check studies for events; the check will be repeated.", { reason: error.message }),
    );
  void run();
  setInterval(run, intervalMs).unref();
}

const watchedStudyRow = z.strictObject({
  studyId: z.string(),
  addressId: z.string(),
  events: z.array(z.string()),
  dropOutPercent: z.number(),
});

/**
 * Sends two events about open studies: that no one arrives, once for each such period, and that the share of people who
 * leave exceeds the limit of an address, once a day. If several processes run, only one of them sends the event.
 */
export async function sendDueStudyEvents(): Promise<void> {
  const watchedStudies = await manyRows(
    pool(),
    watchedStudyRow,
    sql`SELECT study.id AS "studyId", event_address.id AS "addressId", events, drop_out_percent AS "dropOutPercent"
        FROM event_address JOIN study ON study.id = study_id
        WHERE study.status = 'open' AND events && ARRAY['study.stalled', 'study.drop-out'] ORDER BY study.id`,
  );
  for (const { studyId, addressId, events, dropOutPercent } of watchedStudies) {
    const health = await readStudyHealth(studyId);
    if (!health) continue;
    const recipient = { studyId, addressId };
    const quietSince = health.lastArrivalAt ?? health.openedAt;
    if (events.includes("study.stalled") && listStudyNotices(health).some(({ kind }) => kind === "stalled")) {
      const subject = quietSince?.toISOString() ?? "";
      await emitToAddress(pool(), { ...recipient, event: "study.stalled", subject, facts: { lastArrival: subject } });
    }
    if (events.includes("study.drop-out") && isDropOutAbove(health, dropOutPercent)) {
      const { gone, finished, now } = health;
      const facts = { ofTheLast: gone, completed: finished, abovePercent: dropOutPercent };
      const deduplicationKey = formatDay(now);
      await emitToAddress(pool(), { ...recipient, event: "study.drop-out", subject: deduplicationKey, facts });
    }
  }
}
