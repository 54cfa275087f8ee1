/** The effect of a key in the explorer: move to another step, move to another world, or unpin the world. */
export type KeyEffect = { to: "step"; step: number } | { to: "world"; world: number } | { to: "unpin" };

/** The position in the explorer. `world` is the focused world, if any. */
export interface ExplorerLocation {
  step: number;
  steps: number;
  world: number | null;
  persons: number;
}

/**
 * The effect of a key; null if the explorer ignores the key. Left and right change the step; up and down change the
 * world. The number of a person selects the world that differs only in the fact about that person.
 */
export function findKeyEffect(key: string, { step, steps, world, persons }: ExplorerLocation): KeyEffect | null {
  switch (key) {
    case "ArrowRight":
      return { to: "step", step: Math.min(step + 1, steps - 1) };
    case "ArrowLeft":
      return { to: "step", step: Math.max(step - 1, 0) };
    case "Home":
      return { to: "step", step: 0 };
    case "End":
      return { to: "step", step: steps - 1 };
    case "Escape":
      return { to: "unpin" };
  }
  if (world === null) return null;
  const worlds = 2 ** persons;
  if (key === "ArrowDown") return { to: "world", world: (world + 1) % worlds };
  if (key === "ArrowUp") return { to: "world", world: (world + worlds - 1) % worlds };
  const person = /^[1-9]$/.test(key) ? Number(key) - 1 : persons;
  return person < persons ? { to: "world", world: world ^ (1 << person) } : null;
}
