// npm start: starts the database, the demo, the build and the application, and stops them in reverse order.
import { fileURLToPath } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Parallax needs Node 20.19 or newer (22 or 24 is best), and this is Node ${process.versions.node}; install a newer one from https://nodejs.org.`,
  );
  process.exit(1);
}

if (process.argv.length > 2) {
  console.error(
    "npm start takes no arguments. Its settings are environment variables, for example: PORT=3001 PARALLAX_DATA_DIR=/srv/parallax npm start. docs/operating.md describes them.",
  );
  process.exit(2);
}

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const { register } = await import("tsx/esm/api").catch(() => {
  console.error('The packages are not installed; run "npm ci" first.');
  process.exit(1);
});
register();
const { supervise } = await import("../lib/supervisor/supervise.ts");
process.exit(await supervise(root));
