/** What a key does in the explorer: another step, another world, or letting go of the world that is kept. */
export type KeyMove = { to: "step"; step: number } | { to: "world"; world: number } | { to: "release" };

/** Where the explorer stands: `world` is the one that has the focus, if one has. */
export interface ExplorerLocation {
  step: number;
  steps: number;
  world: number | null;
  persons: number;
}

/**
 * The move that a key stands for, null for a key that the explorer leaves alone. Left and right go through the steps, up
 * and down through the worlds, a person's number to the world where only the fact about that person is another.
 */
export function keyMove(key: string, { step, steps, world, persons }: ExplorerLocation): KeyMove | null {
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
      return { to: "release" };
  }
  if (world === null) return null;
  const worlds = 2 ** persons;
  if (key === "ArrowDown") return { to: "world", world: (world + 1) % worlds };
  if (key === "ArrowUp") return { to: "world", world: (world + worlds - 1) % worlds };
  const person = /^[1-9]$/.test(key) ? Number(key) - 1 : persons;
  return person < persons ? { to: "world", world: world ^ (1 << person) } : null;
}
