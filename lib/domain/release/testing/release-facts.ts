import type { ReleaseFacts } from "../release-dataset.ts";

/** The facts of a release for tests. */
export const releaseFacts: ReleaseFacts = {
  study: "Street",
  slug: "street-2024",
  benchmark: "Seven stories",
  language: "en",
  stage: "main",
  software: "Parallax 0.1.0",
  level: "public",
  canary: "canary",
  collected: { first: "2026-10-01", last: "2026-10-14" },
  started: 12,
  completed: 10,
  outcomes: { complete: 10, "screened-out": 1, withdrawn: 1 },
  counted: 9,
  excluded: 1,
  answersPerItem: { fewest: 4, median: 4.5, most: 5 },
  consent: "version 1 of the consent form",
  recruiters: ["prolific"],
  models: ["M"],
  isSynthetic: false,
  lock: null,
  dropped: [],
  k: 5,
  hasQualtrics: false,
  texts: null,
};
