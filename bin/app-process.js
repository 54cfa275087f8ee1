// One process of the application: starts its own listener, then `next start`. The supervisor (npm start), the tests and
// the benchmarks start it. It reads PORT, PARALLAX_HOST, PARALLAX_URL and PARALLAX_PROXY from the environment.
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { register } from "tsx/esm/api";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
// Only these modules are TypeScript and need tsx; it is unregistered before the framework's modules are loaded.
const unregister = register();
const { installListener } = await import("../lib/supervisor/listener/install-listener.ts");
const { readListenerSettings } = await import("../lib/supervisor/settings.ts");
await unregister();
const settings = readListenerSettings();
installListener(settings);

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const host = settings.host ? ["-H", settings.host] : [];
process.argv = [process.argv[0], next, "start", "-p", settings.port, ...host];
await import(pathToFileURL(next).href);
