import { describe, expect, it } from "vitest";
import { createBoundedQueue, QueueFullError } from "./bounded-queue.ts";

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("a bounded queue", () => {
  it("runs so many at a time, in order, and refuses what is beyond the waiting ones at once", async () => {
    const queue = createBoundedQueue({ running: 2, waiting: 2 });
    const gates = Array.from({ length: 4 }, gate);
    const begun: number[] = [];
    const works = gates.map(({ opened }, index) =>
      queue.run(async () => {
        begun.push(index);
        await opened;
        return index;
      }),
    );
    await expect(queue.run(async () => 5)).rejects.toBeInstanceOf(QueueFullError);
    expect(begun).toEqual([0, 1]);
    gates[1]?.open();
    await works[1];
    await Promise.resolve();
    expect(begun).toEqual([0, 1, 2]);
    for (const { open } of gates) open();
    expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
    expect(await queue.run(async () => 6)).toBe(6);
  });

  it("goes on after work that failed", async () => {
    const queue = createBoundedQueue({ running: 1, waiting: 1 });
    const failing = queue.run(async () => {
      throw new Error("no");
    });
    const next = queue.run(async () => "yes");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
    expect(queue.waiting()).toBe(0);
  });
});
