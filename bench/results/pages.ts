import { fileURLToPath } from "node:url";
import { cookieOf } from "../../e2e/endpoints/visitors.ts";
import { watchLoops } from "../../e2e/load-test/loop-watch.ts";
import { startApp, untilReady } from "../../e2e/servers.ts";
import { ensureBuild } from "../../lib/supervisor/build.ts";
import { freePort } from "../../lib/supervisor/free-port.ts";
import { reportTo } from "../../lib/supervisor/report.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import type { MadeStudy } from "../../prisma/factories/make-study.ts";

export interface PageFigures {
  page: string;
  status: number;
  slowestMs: number;
  /** Of the page's markup. */
  kilobytes: number;
  /** The longest stretch in which the process served nobody else. */
  heldMs: number;
}

/** Opens every page of a study in one process of the production build on the database of the environment. */
export async function measurePages(study: MadeStudy, item: string): Promise<PageFigures[]> {
  await ensureBuild(fileURLToPath(new URL("../..", import.meta.url)), reportTo(process.stderr));
  const port = await freePort("127.0.0.1");
  const url = `http://localhost:${port}`;
  process.env.PARALLAX_URL = url;
  const cookie = await cookieOf((await makePerson({ projectId: study.projectId, role: "researcher" })).claims);
  const watch = await watchLoops();
  const app = startApp(port, {
    ...watch.environment,
    DATABASE_URL: process.env.DATABASE_URL as string,
    PARALLAX_URL: url,
  });
  try {
    await untilReady(port);
    const figures: PageFigures[] = [];
    for (const page of [
      "",
      "/design",
      "/protocol",
      "/settings",
      "/live",
      "/responses",
      "/results",
      "/results/tables",
      "/results/analyses",
      `/results/items/${item}`,
      "/parity",
    ]) {
      const path = `/research/studies/${study.id}${page}`;
      let kilobytes = 0;
      const open = async () => {
        const reply = await fetch(url + path, { headers: { cookie } });
        kilobytes = Math.round((await reply.text()).length / 1_000);
        return reply.status;
      };
      // The first reads the page's code, and compiles its statements.
      await open();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const since = Date.now();
      const times: number[] = [];
      let status = 0;
      for (let round = 0; round < 5; round += 1) {
        const began = performance.now();
        status = await open();
        times.push(performance.now() - began);
      }
      const { longestMs } = await watch.since(since);
      const name = page.replace(item, "ITEM") || "/";
      figures.push({ page: name, status, slowestMs: Math.round(Math.max(...times)), kilobytes, heldMs: longestMs });
    }
    return figures;
  } finally {
    await app.stop();
    await watch.remove();
  }
}
