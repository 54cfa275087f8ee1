// npm run build: builds the application if it is not built yet, as npm start does. For container images.
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

register();
const { ensureBuild } = await import("../lib/supervisor/build.ts");
const { reportTo } = await import("../lib/supervisor/report.ts");
const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
await ensureBuild(root, reportTo(process.stdout));
