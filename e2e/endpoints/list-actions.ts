import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Action {
  id: string;
  name: string;
  /** A page that has it. */
  path: string;
}

/** Every server action of the build. */
export function listActions(): Action[] {
  const file = fileURLToPath(new URL("../../.next/server/server-reference-manifest.json", import.meta.url));
  const { node } = JSON.parse(readFileSync(file, "utf8")) as {
    node: Record<string, { exportedName: string; workers: Record<string, unknown> }>;
  };
  return Object.entries(node).map(([id, { exportedName, workers }]) => {
    const [worker] = Object.keys(workers);
    const folders = (worker as string).split("/").slice(1, -1);
    const path = folders
      .filter((folder) => !folder.startsWith("("))
      .map((folder) => (folder.startsWith("[") ? "x" : folder));
    return { id, name: exportedName, path: `/${path.join("/")}` };
  });
}
