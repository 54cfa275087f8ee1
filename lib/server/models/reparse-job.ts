import * as z from "zod";
import { parserVersion } from "@/lib/domain/models/read-output/reading.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { InterruptedJobError, type JobHandler } from "../platform/jobs/run-job.ts";
import { getSetting, setSetting } from "../platform/settings/setting.ts";
import { reparseNext } from "./reparse-predictions.ts";

export const reparseJobKind = "reread-predictions";

/** The setting that stores the parser version with which all stored texts of this installation were parsed. */
const settingKey = "reader-version";

/**
 * Requests that all stored texts are parsed again after an update of the parser. Called whenever background work
 * starts.
 */
export async function requestReparse(): Promise<void> {
  if ((await getSetting(settingKey, z.int())) === parserVersion) return;
  await enqueueJob({
    kind: reparseJobKind,
    payload: {},
    projectId: null,
    createdById: null,
    dedupeKey: `${reparseJobKind}/${parserVersion}`,
    priority: -1,
  });
}

/**
 * Parses every stored model text again that was parsed by an older parser version. Locked studies keep their readings
 * (`study-reading.ts`). If the process is killed, the job continues where it stopped.
 */
export const reparseStoredTexts: JobHandler = async (job) => {
  let [read, changed] = [0, 0];
  let after: string | null = null;
  for (;;) {
    if (job.signal.aborted) throw new InterruptedJobError("the process ends");
    const step = await reparseNext(after);
    if (step === null) break;
    ({ after } = step);
    read += step.read;
    changed += step.changed;
    await job.progress({ read, changed });
  }
  await setSetting(settingKey, parserVersion);
  if (read > 0)
    await withTx((client) =>
      recordAudit(client, {
        actorId: null,
        projectId: null,
        action: "predictions.reread",
        subjectType: "setting",
        subjectId: settingKey,
        after: { version: parserVersion, read, changed },
      }),
    );
  return { version: parserVersion, read, changed };
};
