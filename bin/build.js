// npm run build: builds the application unless it is built already, as npm start does. For images of containers.
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

register();
const { ensureBuild } = await import("../lib/supervisor/build.ts");
const { reportTo } = await import("../lib/supervisor/report.ts");
const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
await ensureBuild(root, reportTo(process.stdout));
