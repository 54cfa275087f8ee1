// npm run build: builds the application unless the existing build is current, like npm start. For container images.
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

register();
const { ensureBuild } = await import("../lib/supervisor/build.ts");
const { reportTo } = await import("../lib/supervisor/report.ts");
const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
await ensureBuild(root, reportTo(process.stdout));
