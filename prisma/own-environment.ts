import { afterAll, vi } from "vitest";

// A set-up file of Vitest. The files of one process share the modules that it has read; nothing that a file changes in the
// process besides them may reach the next one.
const earlier = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in earlier)) delete process.env[name];
  Object.assign(process.env, earlier);
});
