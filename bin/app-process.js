// One process of the application: our own listener first, then `next start`. It is started by the supervisor (npm
// start), the tests and the benchmarks; PORT, PARALLAX_HOST, PARALLAX_URL and PARALLAX_PROXY are environment variables.
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { register } from "tsx/esm/api";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
// Only these modules are TypeScript; the framework's modules load without tsx.
const unregister = register();
const { installListener } = await import("../lib/supervisor/listener/install-listener.ts");
const { readListenerSettings } = await import("../lib/supervisor/listener/listener-settings.ts");
await unregister();
installListener(readListenerSettings(process.env));

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const host = process.env.PARALLAX_HOST ? ["-H", process.env.PARALLAX_HOST] : [];
process.argv = [process.argv[0], next, "start", "-p", process.env.PORT || "3000", ...host];
await import(pathToFileURL(next).href);
