import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideWaitingKey, QueuedKeys } from "./queued-keys.ts";

const press = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false });

/** A page on which items come and go; it notes which item each key reached. */
function page() {
  const reached: string[] = [];
  let item = 0;
  const keys = new QueuedKeys(
    ({ key }: ReturnType<typeof press>) => {
      reached.push(`${key}@${item}`);
      if (key === "Enter") keys.wait();
    },
    async () => undefined,
  );
  return {
    reached,
    keys,
    type: (key: string) => {
      if (keys.mustWait) return keys.keep(press(key));
      reached.push(`${key}@${item}`);
      if (key === "Enter") keys.wait();
    },
    nextItem: async () => {
      item += 1;
      await keys.goOn();
    },
  };
}

describe("keys that are pressed while the next item appears", () => {
  it("reach it in their order, and those after its end the one after it", async () => {
    const { reached, type, nextItem } = page();
    for (const key of ["a", "Enter", "x", "n"]) type(key);
    expect(reached).toEqual([]);
    await nextItem();
    expect(reached).toEqual(["a@1", "Enter@1"]);
    type("p");
    await nextItem();
    expect(reached).toEqual(["a@1", "Enter@1", "x@2", "n@2", "p@2"]);
    type("z");
    expect(reached.at(-1)).toBe("z@2");
  });

  it("wait behind those that are being pressed again", async () => {
    const reached: string[] = [];
    const keys = new QueuedKeys(
      ({ key }: ReturnType<typeof press>) => void reached.push(key),
      async () => {
        if (reached.length === 1 && keys.mustWait) keys.keep(press("c"));
      },
    );
    keys.keep(press("a"));
    keys.keep(press("b"));
    await keys.goOn();
    expect(reached).toEqual(["a", "b", "c"]);
  });

  it("never hand in an item that nobody has seen", () => {
    expect(decideWaitingKey("waits", true)).toBe("swallow");
    expect(decideWaitingKey("waits", false)).toBe("keep");
    // On the screen already, and this tab's in a moment; or keys before it are being pressed.
    expect(decideWaitingKey("opens", true)).toBe("keep");
    expect(decideWaitingKey("takes", true)).toBe("keep");
  });

  it("are for nobody where no item came", async () => {
    const { reached, keys, type, nextItem } = page();
    type("a");
    keys.drop();
    await nextItem();
    expect(reached).toEqual([]);
  });

  it("are never lost and never doubled", async () => {
    const step = fc.oneof({ weight: 4, arbitrary: fc.constantFrom("a", "x", "Enter") }, fc.constant(null));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { reached, type, nextItem } = page();
        for (const one of steps) {
          if (one === null) await nextItem();
          else type(one);
        }
        for (let count = 0; count <= steps.length; count += 1) await nextItem();
        expect(reached.map((one) => one.split("@")[0])).toEqual(steps.filter((one) => one !== null));
      }),
    );
  });
});
