import { expect, it } from "vitest";
import { ActivityMeter, type CountedTime } from "./activity-meter.ts";

it("counts on from the last sign of life that arrived, and again what did not", () => {
  const meter = new ActivityMeter();
  expect(meter.count()).toMatchObject({ activeMs: 0, idleMs: 0 });
  for (const now of [0, 200, 10_000, 20_000]) meter.ping(now);
  const lost = meter.count();
  expect(lost.activeMs).toBe(20_000);
  meter.ping(30_000);
  const arrived = meter.count();
  expect(arrived.activeMs).toBe(30_000);
  meter.ping(40_000);
  arrived.markSent();
  expect(meter.count().activeMs).toBe(10_000);
});

it("takes a long pause for idle beyond the time reading needs", () => {
  const meter = new ActivityMeter();
  meter.ping(0);
  meter.ping(10 * 60_000);
  expect(meter.count()).toMatchObject({ activeMs: 3 * 60_000, idleMs: 7 * 60_000 });
});

it("goes on after a reload with what had not been sent, once", () => {
  let kept: CountedTime = { activeMs: 0, idleMs: 0 };
  const store = {
    read: () => kept,
    write(time: CountedTime) {
      kept = time;
    },
  };
  const before = new ActivityMeter(store);
  for (const now of [0, 10_000, 20_000]) before.ping(now);
  const after = new ActivityMeter(store);
  for (const now of [60_000, 70_000]) after.ping(now);
  const arrived = after.count();
  expect(arrived.activeMs).toBe(30_000);
  arrived.markSent();
  expect(after.count().activeMs).toBe(0);
  expect(new ActivityMeter(store).count().activeMs).toBe(0);
});
