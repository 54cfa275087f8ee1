import { appendFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

// A set-up file of Vitest: writes for each test file which guards ran, one line of JSON each.
const holder = globalThis as { parallaxReached?: Set<string> };
const reached = new Set<string>();
holder.parallaxReached = reached;

afterAll(() => {
  const file = process.env.PARALLAX_GUARDS_REACHED;
  if (file) appendFileSync(file, `${JSON.stringify({ test: expect.getState().testPath, guards: [...reached] })}\n`);
});
