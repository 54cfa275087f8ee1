import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DatedBackup, listExpiredBackups } from "./rotate-backups.ts";

const at = (text: string): DatedBackup => ({ file: text, madeAt: new Date(text) });
const policy = { days: 3, weeks: 2, months: 2 };

describe("which backups may go", () => {
  it("keeps the newest of each day, week and month that count", () => {
    const backups = [
      "2026-03-10T02:00:00Z",
      "2026-03-10T01:00:00Z",
      "2026-03-09T02:00:00Z",
      "2026-03-08T02:00:00Z",
      "2026-03-07T02:00:00Z",
      "2026-02-27T02:00:00Z",
      "2026-02-01T02:00:00Z",
      "2026-01-31T02:00:00Z",
    ].map(at);
    expect(listExpiredBackups(backups, policy).map(({ file }) => file)).toEqual([
      "2026-03-10T01:00:00Z",
      "2026-03-07T02:00:00Z",
      "2026-02-01T02:00:00Z",
      "2026-01-31T02:00:00Z",
    ]);
  });

  it("counts days that have a backup, not days that passed", () => {
    const backups = ["2026-03-10T02:00:00Z", "2025-06-01T02:00:00Z", "2024-06-01T02:00:00Z"].map(at);
    expect(listExpiredBackups(backups, { days: 3, weeks: 0, months: 0 })).toEqual([]);
  });

  it("never lets the newest go, keeps no more than the policy asks, and keeps what it kept when asked again", () => {
    const time = fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
    const count = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(
        fc.array(time, { minLength: 1, maxLength: 60 }),
        count,
        count,
        count,
        (times, days, weeks, months) => {
          const backups = times.map((madeAt, index) => ({ file: String(index), madeAt }));
          const expired = listExpiredBackups(backups, { days, weeks, months });
          const kept = backups.filter((backup) => !expired.includes(backup));
          const newest = Math.max(...times.map(Number));
          expect(kept.some(({ madeAt }) => madeAt.getTime() === newest)).toBe(true);
          expect(kept.length).toBeLessThanOrEqual(Math.max(1, days + weeks + months));
          expect(listExpiredBackups(kept, { days, weeks, months })).toEqual([]);
        },
      ),
    );
  });
});
