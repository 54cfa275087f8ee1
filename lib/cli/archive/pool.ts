import {
  formatCount,
  formatInterval,
  formatNumber,
  formatPInSentence,
  formatShare,
} from "../../domain/format/figures.ts";
import { type PooledStudies, poolStudies } from "../../server/archive/pool-studies.ts";
import { installation } from "../../server/platform/access/access.ts";
import { listProjects } from "../../server/platform/auth/list-projects.ts";
import { getStudy, type StudyFacts } from "../../server/studies/get-study.ts";
import { recordInterimView } from "../../server/studies/interim-views.ts";
import { withDatabase } from "../database.ts";
import { InputError, UsageError, writeLine } from "../io.ts";
import type { RegisterCommand } from "../register-command.ts";
import { readSharedKey } from "./read-shared-key.ts";

/** `parallax pool`: summarises people's accuracy over studies of several sites with the same stimuli. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("pool")
    .description("Summarise the accuracies of people in studies of several sites that asked the same stimuli.")
    .argument("<studies...>", "two or more studies by their names in links or ids")
    .option("--match-key-file <file>", "the key that the sites share: people of several sites count once")
    .option("--json", "print every number as JSON")
    .addHelpText("after", help)
    .action(async (addresses: string[], options: { matchKeyFile?: string; json?: boolean }) => {
      const key = options.matchKeyFile === undefined ? null : await readSharedKey(options.matchKeyFile);
      if (new Set(addresses).size < 2) throw new UsageError("name at least two studies");
      const pooled = await withDatabase(async () => {
        const studies = await findStudies(addresses);
        for (const study of studies) await recordInterimView(installation, study);
        return poolStudies(await nameSites(studies), key).catch((error) => {
          if (error instanceof RangeError) throw new InputError(error.message);
          throw error;
        });
      });
      if (options.json) await writeLine(io.stdout, JSON.stringify(pooled));
      else for (const line of describePooled(pooled)) await writeLine(io.stdout, line);
      finish(0);
    });
};

async function findStudies(addresses: readonly string[]): Promise<StudyFacts[]> {
  const studies: StudyFacts[] = [];
  for (const address of new Set(addresses)) {
    const study = await getStudy(installation, address);
    if (!study) throw new UsageError(`there is no study "${address}"`);
    studies.push(study);
  }
  return studies;
}

async function nameSites(studies: readonly StudyFacts[]) {
  const projects = new Map((await listProjects(installation)).map(({ id, name }) => [id, name]));
  return studies.map(({ id, projectId, slug }) => ({ id, site: `${projects.get(projectId) ?? projectId} (${slug})` }));
}

function describePooled({ sites, summary, reason, cells, otherCells, status, data, overlap }: PooledStudies): string[] {
  const lines = sites.map(
    ({ name, share, low, high, people, answers, reason: problem }) =>
      `${name}: ${formatShare(share)}${low === null ? "" : ` [${formatInterval({ low, high })}]`}, ${formatCount(people)} people, ${formatCount(answers)} answers${problem === null ? "" : `; excluded from the summary: ${problem}`}`,
  );
  const facts = [
    `${formatCount(cells)} cells (stimulus and condition) that every site asked; ${formatCount(otherCells)} other cells excluded.`,
    overlap,
    ...data,
    `Status: ${status}.`,
  ];
  if (summary === null) return [...lines, String(reason), ...facts];
  const toShare = (logit: number | null) => (logit === null ? null : 1 / (1 + Math.exp(-logit)));
  return [
    ...lines,
    `Median site: ${formatShare(toShare(summary.estimate))} [${formatInterval({ low: toShare(summary.low), high: toShare(summary.high) })}], ${formatCount(summary.df + 1)} sites`,
    `Prediction for a new site: ${formatInterval({ low: toShare(summary.predictionLow), high: toShare(summary.predictionHigh) })}`,
    `Heterogeneity (logits): tau ${formatNumber(Math.sqrt(summary.tau2), 3)}${describeTest(summary)}`,
    ...facts,
  ];
}

/** The test of heterogeneity; empty if the data are not locked. */
function describeTest({ q, df, pvalue, iSquared }: NonNullable<PooledStudies["summary"]>): string {
  if (q === null || pvalue === null) return "";
  return `, I² ${formatShare(iSquared)}, Q ${formatNumber(q, 2)} on ${df}, ${formatPInSentence(pvalue)}`;
}

const help = `
The studies may be of this installation, or come from another with "parallax import project". Each is a site with its own
intercept: people's accuracy over the stimuli that all sites asked, with an interval over people. The summary is a
random-effects model of the logits (docs/statistics.md, "Several sites"); it is exploratory, and without the test of
heterogeneity (Q, its p value and I²) until the data of all studies are locked.

People are matched across sites only if all sites used one recruiter and their archives were written with one key
(--match-key-file). Otherwise it is unknown how many people took part at several sites, and the report says so.

Exit: 0 printed, 1 the studies have nothing in common, 2 usage error.

Example:
  parallax pool people-in-paris people-in-oslo`;
