import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Production mode: React then draws a page several times as fast, without development checks.
Object.assign(process.env, { NODE_ENV: "production" });
const root = fileURLToPath(new URL(".", import.meta.url));
const needsSharedData = "{app,bin,components,content,lib}/**/*.shared.test.ts";
/** Tests outside lib/server that start PostgreSQL, run processes for many seconds or read the server's whole code. */
const needServer = [
  "bin/start.test.ts",
  "bin/scheduled-backups.test.ts",
  "bin/disk-full.test.ts",
  "bin/installation-secret.test.ts",
  "bin/docs-commands.test.ts",
  "bin/metrics.test.ts",
];

/**
 * Unit tests are next to the source of the pure domain and the components; they keep no state between files, so that
 * one process can load the code once for all of them. Integration tests (`app`, `lib/server`, `lib/cli`, the start)
 * share one real PostgreSQL that the global set-up starts; each test file has a separate database and shares loaded
 * modules with the previous file. `*.shared.test.ts` need data that may not be redistributed: `npm run check:shared`
 * runs them, `npm test` does not.
 */
export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    // Vitest leaves one processor free, so on two processors it would run one file at a time.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          isolate: false,
          include: [
            "lib/{client,domain}/**/*.test.ts",
            "components/**/*.test.ts",
            "bin/**/*.test.ts",
            "content/**/*.test.ts",
            "e2e/campaigns/**/*.test.ts",
          ],
          exclude: [needsSharedData, ...needServer],
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "shared",
          include: [needsSharedData],
          globalSetup: ["prisma/test-database.ts"],
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          isolate: false,
          setupFiles: ["prisma/own-environment.ts"],
          include: ["app/**/*.test.ts", "lib/server/**/*.test.ts", "lib/cli/**/*.test.ts", ...needServer],
          exclude: [needsSharedData],
          globalSetup: ["prisma/test-database.ts"],
          // End-to-end tests run at the same time on the same processors.
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
