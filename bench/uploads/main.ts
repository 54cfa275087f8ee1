import { startLoopMeter } from "../../e2e/endpoints/loop-meter.ts";
import { measureUploads, type UploadFigure } from "../../e2e/endpoints/measure-uploads.ts";
import { cookieOf, findPlaces } from "../../e2e/endpoints/visitors.ts";
import { startParallax } from "../../e2e/load-test/start-parallax.ts";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";

// npm run bench:uploads [-- --json] [-- --only TEXT] [-- --import TEXT]     (files and addresses that contain the text)
// How long every hostile file blocks the event loop of the process that reads it, through every import of a production
// build. Ends with 1 if one blocks it for more than 50 ms three times.
const isJson = process.argv.includes("--json");
const limitMs = 50;
const say = (text: string) => process.stderr.write(`${text}\n`);

say("Starting a production build of its own …");
const meter = await startLoopMeter();
const parallax = await startParallax(1, { environment: { ...meter.environment, PARALLAX_JOBS: "0" } });
let figures: UploadFigure[] = [];
try {
  process.env.DATABASE_URL = parallax.databaseUrl;
  process.env.PARALLAX_URL = parallax.publicUrl;
  const places = await findPlaces();
  const cookie = await cookieOf((await makePerson({ projectId: places.project, role: "admin", isOwner: true })).claims);
  figures = await measureUploads(parallax.publicUrl, cookie, places, meter, {
    limitMs,
    isComplete: true,
    isWanted: (file, path) => file.name.includes(optionOf("only")) && path.includes(optionOf("import")),
    tell: ({ file, path, status, heldMs }) =>
      say(`${file.padEnd(44)}${nameOf(path).padEnd(16)}${status}  ${heldMs.toFixed(1)} ms`),
  });
} finally {
  await closePool();
  await parallax.stop();
  meter.stop();
}
const maxHeldMs = Math.max(...figures.map(({ heldMs }) => heldMs));
if (isJson) process.stdout.write(`${JSON.stringify({ longestMs: maxHeldMs, limitMs, figures })}\n`);
else process.stdout.write(`${figures.length} uploads, longest ${maxHeldMs.toFixed(1)} ms (limit ${limitMs})\n`);
process.exitCode = maxHeldMs <= limitMs ? 0 : 1;

function nameOf(path: string): string {
  return path.replace(/^.*\/([^/?]+)(?:\?.*)?$/, "$1");
}

function optionOf(name: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? (process.argv[at + 1] ?? "") : "";
}
