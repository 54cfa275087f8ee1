import { describe, expect, it } from "vitest";
import { checkInstallation } from "./check-installation.ts";
import type { InstallationFacts } from "./installation-facts.ts";

const answering = {
  state: "answers",
  isReplica: false,
  isReadOnly: false,
  clockSkewSeconds: 0.1,
  unsafeSettings: [],
  isSuperuser: false,
} as const;

const sound: InstallationFacts = {
  node: "v24.1.0",
  parallax: "0.1.0",
  postgres: { version: "18.4", major: 18 },
  database: answering,
  isEmbedded: false,
  migrations: { pending: [], unknown: [] },
  disks: [{ folder: "/data", use: "data", freeMegabytes: 50_000 }],
  backups: { folder: "/backups", everyHours: 24, last: { file: "a", ageHours: 3 }, damaged: [] },
  settings: { publicUrl: "https://parallax.example", hasNamedProxy: true, host: "127.0.0.1" },
  secret: { isKnown: true, isInDatabase: false },
  owners: 1,
  deadJobs: 0,
};

const states = (facts: Partial<InstallationFacts>) =>
  checkInstallation({ ...sound, ...facts })
    .filter(({ state }) => state !== "good")
    .map(({ check, state }) => `${check}: ${state}`);

describe("the doctor", () => {
  it("finds nothing wrong with a sound installation", () => {
    expect(states({})).toEqual([]);
  });

  it.each<[Partial<InstallationFacts>, string[]]>([
    [{ node: "v20.18.0" }, ["versions: problem"]],
    [{ node: "v20.19.0" }, ["versions: warning"]],
    [{ postgres: { version: "14.9", major: 14 } }, ["versions: problem"]],
    [{ database: { state: "silent", reason: "refused" }, postgres: null, migrations: null }, ["database: problem"]],
    [{ database: { ...answering, isReplica: true, isReadOnly: true } }, ["database: problem"]],
    [{ database: { ...answering, isReadOnly: true } }, ["database: problem"]],
    [{ database: { ...answering, unsafeSettings: ["fsync=off"] } }, ["database: problem"]],
    [{ migrations: { pending: ["a"], unknown: [] } }, ["migrations: warning"]],
    [{ migrations: { pending: [], unknown: ["z"] } }, ["migrations: problem"]],
    [{ disks: [{ folder: "/", use: "data", freeMegabytes: 249 }] }, ["disk: problem"]],
    [{ disks: [{ folder: "/", use: "data", freeMegabytes: 250 }] }, ["disk: warning"]],
    [{ backups: { folder: null, everyHours: 0, last: null, damaged: [] } }, ["backup: warning"]],
    [{ backups: { ...sound.backups, last: null } }, ["backup: warning"]],
    [{ backups: { ...sound.backups, last: { file: "a", ageHours: 49 } } }, []],
    [{ backups: { ...sound.backups, last: { file: "a", ageHours: 50 } } }, ["backup: problem"]],
    [{ backups: { ...sound.backups, damaged: ["b"] } }, ["backup: warning"]],
    [{ database: { ...answering, isSuperuser: true } }, ["database: warning"]],
    [{ database: { ...answering, isSuperuser: true }, isEmbedded: true }, []],
    [{ database: { ...answering, clockSkewSeconds: -16 } }, ["clock: problem"]],
    [{ settings: { ...sound.settings, publicUrl: "http://localhost:3000" } }, ["settings: warning"]],
    [{ settings: { ...sound.settings, publicUrl: "http://parallax.example" } }, ["settings: problem"]],
    [{ settings: { ...sound.settings, hasNamedProxy: false } }, ["settings: warning"]],
    [{ secret: { isKnown: false, isInDatabase: true } }, ["secret: problem"]],
    [{ secret: { isKnown: true, isInDatabase: true } }, ["secret: warning"]],
    [{ owners: 0 }, ["accounts: warning"]],
    [{ deadJobs: 2 }, ["jobs: warning"]],
  ])("finds %j", (facts, expected) => {
    expect(states(facts)).toEqual(expected);
  });

  it("says what to do about everything that is not good", () => {
    const findings = checkInstallation({ ...sound, node: "v18.0.0", owners: 0, deadJobs: 1 });
    for (const { state, remedy } of findings) if (state !== "good") expect(remedy).not.toBe("");
  });
});
