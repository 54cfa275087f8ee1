import { formatDay } from "@/lib/domain/format/times.ts";
import { exploratory, statusLabel } from "@/lib/domain/results/plan/result-status.ts";
import type { PooledStudies } from "@/lib/domain/results/sites/describe-pooled.ts";
import type { MatchedPeople } from "@/lib/domain/results/sites/match-people.ts";
import { poolSites, type SiteAnswer, SiteAnswers } from "@/lib/domain/results/sites/pool-sites.ts";
import type { Actor } from "../platform/access/access.ts";
import { listProjects } from "../platform/auth/list-projects.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { readExportContext } from "../studies/export/export-context.ts";
import { exportRecords } from "../studies/export/export-records.ts";
import { matchPeople } from "./match-people.ts";

const noMatches: MatchedPeople = { repeated: new Set(), overlap: "Overlap of people unknown." };

/** A study that is one site of a pooled result. */
export interface PooledStudy {
  id: string;
  /** The site's name: the name of its project, with the name of the study if the project has several. */
  site: string;
}

/** The sites of studies: the name of each study's project with the study's name in addresses. */
export async function nameSites(
  actor: Actor,
  studies: readonly { id: string; projectId: string; slug: string }[],
): Promise<PooledStudy[]> {
  const projects = new Map((await listProjects(actor)).map(({ id, name }) => [id, name]));
  return studies.map(({ id, projectId, slug }) => ({ id, site: `${projects.get(projectId) ?? projectId} (${slug})` }));
}

/**
 * The accuracies of people in several studies with the same stimuli, such as imported studies of other installations,
 * with their random-effects summary. Uses the answers that count by the default rule, from one snapshot. The caller has
 * checked the right to read each study. With a key that the sites share, people who took part at several sites count
 * once. Takes time and memory in proportion to the answers. Throws a RangeError with a reason for the reader if the
 * studies have no stimulus in common.
 */
export async function poolStudies(studies: readonly PooledStudy[], key: string | null = null): Promise<PooledStudies> {
  return await withSnapshot(async (client) => {
    const sites: { id: string; name: string; people: Set<string>; answers: SiteAnswer[] }[] = [];
    let isLocked = true;
    const data: string[] = [];
    for (const { id, site: name } of studies) {
      const context = await readExportContext(client, id, "coded");
      const site = { id, name, people: new Set<string>(), answers: [] as SiteAnswer[] };
      for await (const record of exportRecords(client, context, "responses")) {
        if (record.stage !== context.study.stage || record.is_counted !== true) continue;
        if (typeof record.is_correct !== "boolean") continue;
        const person = String(record.participant);
        const cell = `${record.condition} ${record.content_fingerprint}`;
        site.people.add(person);
        site.answers.push({ person, cell, isCorrect: record.is_correct });
      }
      const [lock] = context.locks;
      data.push(`${name}: ${lock ? `data as locked on ${formatDay(lock.lockedAt)}` : "data not locked"}.`);
      if (!lock) isLocked = false;
      sites.push(site);
    }
    const { repeated, overlap } = key === null ? noMatches : await matchPeople(client, sites, key);
    const poolableSites = sites.map(({ name, answers }) => {
      const site = new SiteAnswers(name);
      for (const answer of answers) if (!repeated.has(answer.person)) site.add(answer);
      return site;
    });
    const { summary, ...pooled } = poolSites(poolableSites);
    return {
      ...pooled,
      summary: summary && (isLocked ? summary : { ...summary, q: null, pvalue: null, iSquared: null }),
      status: statusLabel(isLocked ? exploratory : { kind: "interim" }),
      data,
      overlap,
    };
  });
}
