import type { Item } from "../../items/item.ts";
import type { Factor, ItemKind, Wording } from "../../items/kinds/item-kind.ts";
import { isUnmarked } from "../../items/kinds/marks.ts";
import { itemKinds } from "../../items/kinds/registry.ts";
import type { Design } from "../design.ts";
import { factorsOfItem } from "./design-variants.ts";

/** The value of a draft's kind that means every kind of the benchmark. */
export const everyKind = "every-kind";

/** The names of the factors that items of a kind have; items of one kind may differ. */
export interface KindVariant {
  kind: string;
  factors: string[];
}

/** What a study varies in its items, of one kind or of several kinds in one session. */
export interface VariedKind {
  name: string;
  label: string;
  factors: Factor[];
  /** Absent if all items have all factors. */
  variants?: NonNullable<Design["variants"]>;
  wording: Wording;
}

/** The variants among these items, in the order of first occurrence; items of unknown kinds have none. */
export function listVariants(items: readonly Item[]): KindVariant[] {
  const found = new Map<string, KindVariant>();
  for (const item of items) {
    if (!itemKinds[item.kind]) continue;
    const variant = { kind: item.kind, factors: factorsOfItem(item).map(({ name }) => name) };
    found.set(JSON.stringify(variant), variant);
  }
  return [...found.values()];
}

/**
 * What a study varies in items of these variants.
 *
 * @param name a kind, or `everyKind`
 * @returns null for an unknown kind, and for kinds whose levels of one factor do not correspond one to one
 */
export function variedKind(name: string, variants: readonly KindVariant[]): VariedKind | null {
  const own = name === everyKind ? variants : variants.filter(({ kind }) => kind === name);
  const kinds = name === everyKind ? [...new Set(own.map(({ kind }) => kind))] : [name];
  const known = kinds.flatMap((kind) => itemKinds[kind] ?? []);
  if (known.length < kinds.length || known.length === 0) return null;
  const factors = mergeFactors(known);
  if (factors === null) return null;
  const named = new Set(own.flatMap(({ factors: names }) => names));
  // Items that all vary in the same factors need no variants; a kind of which none varies keeps its factors.
  const isUniform = own.every(({ factors: names }) => names.length === named.size);
  const isPlain = kinds.length === 1 && (isUniform || own.length === 0);
  return {
    name,
    label: name === everyKind ? everyKindLabel(known) : (known[0]?.label ?? name),
    factors: isPlain ? factors : factors.filter((factor) => named.has(factor.name)),
    ...(isPlain ? {} : { variants: own.map(asVariant) }),
    wording: Object.assign({}, ...known.toReversed().map(({ wording }) => wording)),
  };
}

function asVariant({ kind, factors }: KindVariant): NonNullable<Design["variants"]>[number] {
  const own = itemKinds[kind]?.factors.filter(({ name }) => factors.includes(name)) ?? [];
  return { kind, factors: own.map(({ name, levels }) => ({ name, levels: levels.map(({ value }) => value) })) };
}

/** The factors of several kinds. For factors of the same name, the levels of the first kind are used. */
function mergeFactors(kinds: readonly ItemKind[]): Factor[] | null {
  const merged = new Map<string, Factor>();
  for (const factor of kinds.flatMap((kind) => kind.factors)) {
    const known = merged.get(factor.name);
    if (known && known.levels.length !== factor.levels.length) return null;
    if (!known) merged.set(factor.name, factor);
  }
  return [...merged.values()];
}

function everyKindLabel(kinds: readonly ItemKind[]): string {
  return `All ${kinds.length} kinds together`;
}

/** The kind that the form of a study names: its own, or every kind. */
export function draftedKind(study: { itemKind: string | null; design: Pick<Design, "variants"> }): string {
  const kinds = new Set(study.design.variants?.map(({ kind }) => kind));
  return kinds.size > 1 ? everyKind : (study.itemKind ?? "");
}

/** Whether a draft asks items of this kind. */
export function asksKind(name: string, kind: string): boolean {
  return name === everyKind ? itemKinds[kind] !== undefined : name === kind;
}

/** Whether an item has nothing to highlight under a condition of its kind. */
export function lacksMark(item: Item, levels: Readonly<Record<string, string>>): boolean {
  const kind = itemKinds[item.kind];
  return kind !== undefined && isUnmarked(kind, levels, item);
}

/** The factors by which a study's conditions are labelled, with the levels of all of its kinds. */
export function labelledFactors(study: { itemKind: string | null; design: Pick<Design, "variants"> }): {
  factors: Factor[];
} {
  const kinds = study.design.variants?.map(({ kind }) => kind) ?? [study.itemKind ?? ""];
  const merged = new Map<string, Factor>();
  for (const factor of [...new Set(kinds)].flatMap((kind) => itemKinds[kind]?.factors ?? [])) {
    const known = merged.get(factor.name);
    const levels = [...(known?.levels ?? []), ...factor.levels];
    const once = new Map(levels.toReversed().map((level) => [level.value, level]));
    merged.set(factor.name, { ...(known ?? factor), levels: [...once.values()].toReversed() });
  }
  return { factors: [...merged.values()] };
}

/** What the items of a study are called: their kind, or the kinds in one session. */
export function itemKindLabel(study: { itemKind: string | null; design: Pick<Design, "variants"> }): string {
  const kinds = [...new Set(study.design.variants?.map(({ kind }) => kind) ?? [study.itemKind ?? ""])];
  const labels = kinds.map((kind) => (itemKinds[kind]?.label ?? (kind || "no kind")).toLowerCase());
  return labels.length === 1 ? (labels[0] ?? "") : `${labels.length} kinds: ${labels.join(", ")}`;
}
