import type { Item } from "./item.ts";
import { itemKinds } from "./kinds/registry.ts";

/** Why a gold answer does not fit its item, in a few words; null if it does. */
export function findItemGoldProblem(item: Item, gold: unknown): string | null {
  const kind = itemKinds[item.kind];
  if (!kind) return `cannot be read: there is no kind of item called "${item.kind}"`;
  const parsed = kind.goldSchema.safeParse(gold);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? "does not fit the kind of item";
  return kind.refuseGold?.(gold, item)?.message ?? null;
}
