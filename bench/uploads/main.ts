import * as z from "zod";
import { endpoints } from "../../e2e/endpoints/endpoints.ts";
import { cookieOf, findPlaces } from "../../e2e/endpoints/visitors.ts";
import { watchLoops } from "../../e2e/load-test/loop-watch.ts";
import { startParallax } from "../../e2e/load-test/start-parallax.ts";
import { closePool, pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { hostileFiles } from "./hostile-files.ts";

// npm run bench:uploads [-- --json] [-- --only TEXT]     (only files whose name contains the text)
// How long a hostile file holds the event loop of the process that reads it, through every import of a production build.
// Ends with 1 when it is more than 200 ms.
const isJson = process.argv.includes("--json");
const onlyAt = process.argv.indexOf("--only");
const only = onlyAt > 0 ? (process.argv[onlyAt + 1] ?? "") : "";
const mostMs = 200;
const say = (text: string) => process.stderr.write(`${text}\n`);

say("Starting a production build of its own …");
const watch = await watchLoops();
const parallax = await startParallax(1, { environment: watch.environment });
const figures: { file: string; endpoint: string; status: number; seconds: number; longestMs: number }[] = [];
try {
  process.env.DATABASE_URL = parallax.databaseUrl;
  process.env.PARALLAX_URL = parallax.publicUrl;
  await untilIdle();
  const places = await findPlaces();
  const cookie = await cookieOf((await makePerson({ projectId: places.project, role: "admin", isOwner: true })).claims);
  const post = async (address: URL, body: string) => {
    const reply = await fetch(address, { method: "POST", headers: { origin: parallax.publicUrl, cookie }, body });
    return { status: reply.status, text: await reply.text() };
  };
  // A file that was refused while it came leaves a connection that is closed; the next one must not be sent over it.
  const send = (address: URL, body: string) => post(address, body).catch(() => post(address, body));
  const uploads = Object.values(endpoints).flatMap(({ POST }) => (POST?.data === "" ? [POST.path(places)] : []));
  // The first request of each reads its code, which is no file's doing.
  for (const path of uploads) await send(new URL(path, parallax.url), "{}");
  for (const { name, fileName, body } of hostileFiles().filter((file) => file.name.includes(only))) {
    for (const path of uploads) {
      const address = new URL(path, parallax.url);
      address.searchParams.set("fileName", fileName);
      // Forms of a file that an endpoint does not know are refused unread.
      if (path.includes("/facts") && fileName.endsWith(".csv")) address.searchParams.set("format", "popqa");
      // Nothing of an earlier file is still running.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const began = Date.now();
      const { status, text } = await send(address, body);
      const seconds = (Date.now() - began) / 1_000;
      const { longestMs } = await watch.since(began);
      const endpoint = path.replace(/^.*\/([^/?]+)(?:\?.*)?$/, "$1");
      figures.push({ file: name, endpoint, status, seconds: Math.round(seconds * 10) / 10, longestMs });
      say(
        `${name.padEnd(44)}${endpoint.padEnd(13)}${status}  ${seconds.toFixed(1)} s  held for ${longestMs} ms  ${text.slice(0, 90)}`,
      );
    }
  }
} finally {
  await closePool();
  await parallax.stop();
  await watch.remove();
}
const longestMs = Math.max(...figures.map((figure) => figure.longestMs));
if (isJson) process.stdout.write(`${JSON.stringify({ longestMs, mostMs, figures })}\n`);
else process.stdout.write(`longest stall ${longestMs} ms (to reach: ${mostMs})\n`);
process.exitCode = longestMs <= mostMs ? 0 : 1;

/** The first start simulates a study in the background, in the same process. */
async function untilIdle(): Promise<void> {
  for (let look = 0; look < 240; look += 1) {
    const { n } = await oneRow(
      pool(),
      z.strictObject({ n: z.number() }),
      "SELECT count(*)::int AS n FROM job WHERE state IN ('waiting', 'running')",
    );
    if (n === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
