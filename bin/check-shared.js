// npm run check:shared: the checks against data that may not be shipped with the code (`*.shared.test.ts`).
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = process.env.PARALLAX_SHARED_DATA ?? fileURLToPath(new URL("../../shared/data", import.meta.url));
if (!existsSync(folder)) {
  console.error(
    "The development data are not here: put them into shared/data beside the checkout, or name their folder in PARALLAX_SHARED_DATA.",
  );
  process.exit(2);
}
const child = spawn(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--project", "shared", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
child.once("close", (code) => process.exit(code ?? 1));
