import { afterAll, vi } from "vitest";

// A set-up file of Vitest. The test files of one process share loaded modules, but other changes of a file to the
// process must not affect the next file.
const earlier = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in earlier)) delete process.env[name];
  Object.assign(process.env, earlier);
});
