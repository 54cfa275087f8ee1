import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * Unit tests run beside the source of the pure domain and the components' helpers.
 * Integration tests (`app`, `lib/server`, `lib/cli`) share one real PostgreSQL that the global set-up starts;
 * each test file works in a database of its own.
 */
export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["lib/domain/**/*.test.ts", "components/**/*.test.ts", "bin/**/*.test.ts", "content/**/*.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["app/**/*.test.ts", "lib/server/**/*.test.ts", "lib/cli/**/*.test.ts"],
          globalSetup: ["prisma/test-database.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
