import { describePooled } from "../../domain/results/sites/describe-pooled.ts";
import { nameSites, poolStudies } from "../../server/archive/pool-studies.ts";
import { installation } from "../../server/platform/access/access.ts";
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
        return poolStudies(await nameSites(installation, studies), key).catch((error) => {
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
