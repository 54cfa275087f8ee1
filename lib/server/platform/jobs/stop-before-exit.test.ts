import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { stopBeforeExit } from "./stop-before-exit.ts";

describe("a process that is told to end", () => {
  it("ends with its own code once background work is handed back, whoever ends it first", async () => {
    const codes: unknown[] = [];
    const emitter = new EventEmitter();
    const target = Object.assign(emitter, {
      exit: ((code?: number) => {
        codes.push(code);
      }) as typeof process.exit,
    }) as unknown as Pick<NodeJS.Process, "once" | "exit">;
    let stops = 0;
    let handBack: () => void = () => undefined;
    stopBeforeExit(() => {
      stops += 1;
      return new Promise((resolve) => {
        handBack = resolve;
      });
    }, target);
    emitter.emit("SIGTERM");
    emitter.emit("SIGINT");
    target.exit(143);
    await Promise.resolve();
    expect({ codes, stops }).toEqual({ codes: [], stops: 1 });
    handBack();
    await expect.poll(() => codes).toEqual([143]);
  });

  it("ends at once where nobody told it to", () => {
    const codes: unknown[] = [];
    const target = Object.assign(new EventEmitter(), {
      exit: ((code?: number) => {
        codes.push(code);
      }) as typeof process.exit,
    }) as unknown as Pick<NodeJS.Process, "once" | "exit">;
    stopBeforeExit(async () => undefined, target);
    target.exit(1);
    expect(codes).toEqual([1]);
  });
});
