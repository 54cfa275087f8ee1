// npm run check:shared: runs the tests that need data which must not be published with the code (`*.shared.test.ts`).
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = process.env.PARALLAX_SHARED_DATA ?? fileURLToPath(new URL("../../shared/data", import.meta.url));
if (!existsSync(folder)) {
  console.error(
    "The development data are missing: put them in shared/data next to the checkout, or set PARALLAX_SHARED_DATA to their folder.",
  );
  process.exit(2);
}
const child = spawn(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--project", "shared", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
child.once("close", (code) => process.exit(code ?? 1));
