// npm run check:looks: runs all journeys that visit pages and checks each page with axe and for contrast and layout,
// light and dark, wide and narrow. It takes minutes and finds only problems of style, so .ci/run runs it but `npm test`
// does not.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

register();
const { ensureBrowser } = await import("../lib/supervisor/ensure-browser.ts");
const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const browser = await ensureBrowser(console.log);
if (!browser.ok) {
  console.error(browser.reason);
  process.exit(1);
}
const journeys = readdirSync("e2e", { recursive: true })
  .map((file) => join("e2e", String(file)))
  .filter((file) => file.endsWith(".spec.ts") && /\/look\.ts"/.test(readFileSync(file, "utf8")));
const child = spawn(process.execPath, ["node_modules/@playwright/test/cli.js", "test", ...journeys], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: browser.path, PARALLAX_CHECK_LOOKS: "1", NEXT_TELEMETRY_DISABLED: "1" },
});
child.once("close", (code) => process.exit(code ?? 1));
