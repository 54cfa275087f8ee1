import { type PooledSites, poolSites, SiteAnswers } from "@/lib/domain/results/sites/pool-sites.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { readExportContext } from "../studies/export/export-context.ts";
import { exportRecords } from "../studies/export/export-records.ts";

/** A study that is one site of a pooled result. */
export interface PooledStudy {
  id: string;
  /** The site's name: that of its project, and of the study where a project has several. */
  site: string;
}

/** A pooled result, with the state of the data it is from. */
export interface PooledStudies extends PooledSites {
  status: "exploratory" | "interim, data not locked";
  /** What is known about people who took part at several sites. */
  overlap: string;
}

/**
 * The accuracies of people in several studies that asked the same stimuli, such as studies of other installations whose
 * archives were imported, with their random-effects summary. Counted answers by the default rule, from one snapshot. The
 * caller has checked the right to read each study. Takes time and memory in proportion to the answers. Throws RangeError
 * with a reason for the reader if the studies have no stimulus in common.
 */
export async function poolStudies(studies: readonly PooledStudy[]): Promise<PooledStudies> {
  return await withSnapshot(async (client) => {
    const sites: SiteAnswers[] = [];
    let isLocked = true;
    for (const study of studies) {
      const context = await readExportContext(client, study.id, "coded");
      const site = new SiteAnswers(study.site);
      for await (const record of exportRecords(client, context, "responses")) {
        if (record.stage !== context.study.stage || record.is_counted !== true) continue;
        if (typeof record.is_correct !== "boolean") continue;
        const cell = `${record.condition} ${record.content_fingerprint}`;
        site.add({ person: String(record.participant), cell, isCorrect: record.is_correct });
      }
      if (context.locks.length === 0) isLocked = false;
      sites.push(site);
    }
    return {
      ...poolSites(sites),
      status: isLocked ? "exploratory" : "interim, data not locked",
      overlap: "Overlap of people unknown.",
    };
  });
}
