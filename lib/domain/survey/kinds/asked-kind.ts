import type { Item } from "../../items/item.ts";
import type { Factor, ItemKind, Wording } from "../../items/kinds/item-kind.ts";
import { isUnmarked } from "../../items/kinds/marks.ts";
import { itemKinds } from "../../items/kinds/registry.ts";
import type { Design } from "../design.ts";
import { factorsOfItem } from "./design-variants.ts";

/** The value of a draft's item kind that means all kinds of the benchmark. */
export const everyKind = "every-kind";

/** The names of the factors that items of a kind have; items of one kind may differ. */
export interface KindWithFactors {
  kind: string;
  factors: string[];
}

/** The factors that a study varies in its items, for one kind or for several kinds in one session. */
export interface StudyItemKind {
  name: string;
  label: string;
  factors: Factor[];
  /** Absent if all items have all factors. */
  variants?: NonNullable<Design["variants"]>;
  wording: Wording;
}

/** The variants among these items, in the order of first occurrence; items of unknown kinds are ignored. */
export function listVariants(items: readonly Item[]): KindWithFactors[] {
  const variantsByKey = new Map<string, KindWithFactors>();
  for (const item of items) {
    if (!itemKinds[item.kind]) continue;
    const variant = { kind: item.kind, factors: factorsOfItem(item).map(({ name }) => name) };
    variantsByKey.set(JSON.stringify(variant), variant);
  }
  return [...variantsByKey.values()];
}

/**
 * The factors that a study varies in items of these variants.
 *
 * @param name a kind, or `everyKind`
 * @returns null for an unknown kind, and if the levels of a factor do not correspond one to one between kinds
 */
export function findStudyItemKind(name: string, variants: readonly KindWithFactors[]): StudyItemKind | null {
  const variantsOfKind = name === everyKind ? variants : variants.filter(({ kind }) => kind === name);
  const kinds = name === everyKind ? [...new Set(variantsOfKind.map(({ kind }) => kind))] : [name];
  const knownKinds = kinds.flatMap((kind) => itemKinds[kind] ?? []);
  if (knownKinds.length < kinds.length || knownKinds.length === 0) return null;
  const factors = mergeFactors(knownKinds);
  if (factors === null) return null;
  const usedFactors = new Set(variantsOfKind.flatMap(({ factors: names }) => names));
  // Items that all vary in the same factors need no variants; a kind whose items vary in no factor keeps its factors.
  const isUniform = variantsOfKind.every(({ factors: names }) => names.length === usedFactors.size);
  const isPlain = kinds.length === 1 && (isUniform || variantsOfKind.length === 0);
  return {
    name,
    label: name === everyKind ? everyKindLabel(knownKinds) : (knownKinds[0]?.label ?? name),
    factors: isPlain ? factors : factors.filter((factor) => usedFactors.has(factor.name)),
    ...(isPlain ? {} : { variants: variantsOfKind.map(toDesignVariant) }),
    wording: Object.assign({}, ...knownKinds.toReversed().map(({ wording }) => wording)),
  };
}

function toDesignVariant({ kind, factors }: KindWithFactors): NonNullable<Design["variants"]>[number] {
  const usedFactors = itemKinds[kind]?.factors.filter(({ name }) => factors.includes(name)) ?? [];
  return { kind, factors: usedFactors.map(({ name, levels }) => ({ name, levels: levels.map(({ value }) => value) })) };
}

/** The factors of several kinds. If kinds have factors of the same name, the levels of the first kind are used. */
function mergeFactors(kinds: readonly ItemKind[]): Factor[] | null {
  const mergedFactors = new Map<string, Factor>();
  for (const factor of kinds.flatMap((kind) => kind.factors)) {
    const known = mergedFactors.get(factor.name);
    if (known && known.levels.length !== factor.levels.length) return null;
    if (!known) mergedFactors.set(factor.name, factor);
  }
  return [...mergedFactors.values()];
}

function everyKindLabel(kinds: readonly ItemKind[]): string {
  return `All ${kinds.length} kinds together`;
}

/** The item kind in the form of a study: its only kind, or `everyKind`. */
export function draftItemKind(study: { itemKind: string | null; design: Pick<Design, "variants"> }): string {
  const kinds = new Set(study.design.variants?.map(({ kind }) => kind));
  return kinds.size > 1 ? everyKind : (study.itemKind ?? "");
}

/** Whether a draft includes items of this kind. */
export function includesKind(name: string, kind: string): boolean {
  return name === everyKind ? itemKinds[kind] !== undefined : name === kind;
}

/** Whether an item has nothing to highlight under a condition of its kind. */
export function hasNothingToHighlight(item: Item, levels: Readonly<Record<string, string>>): boolean {
  const kind = itemKinds[item.kind];
  return kind !== undefined && isUnmarked(kind, levels, item);
}

/** The factors that label a study's conditions, with the levels of all of its kinds. */
export function labelledFactors(study: { itemKind: string | null; design: Pick<Design, "variants"> }): {
  factors: Factor[];
} {
  const kinds = study.design.variants?.map(({ kind }) => kind) ?? [study.itemKind ?? ""];
  const mergedFactors = new Map<string, Factor>();
  for (const factor of [...new Set(kinds)].flatMap((kind) => itemKinds[kind]?.factors ?? [])) {
    const known = mergedFactors.get(factor.name);
    const levels = [...(known?.levels ?? []), ...factor.levels];
    const distinctLevels = new Map(levels.toReversed().map((level) => [level.value, level]));
    mergedFactors.set(factor.name, { ...(known ?? factor), levels: [...distinctLevels.values()].toReversed() });
  }
  return { factors: [...mergedFactors.values()] };
}

/** Whether a study asks items of a kind whose answers mark words of the text. */
export function asksLocalisedItems(study: { itemKind: string | null; design: Pick<Design, "variants"> }): boolean {
  const kinds = study.design.variants?.map(({ kind }) => kind) ?? [study.itemKind ?? ""];
  return kinds.some((kind) => itemKinds[kind]?.isLocalised === true);
}

/** The label of a study's items: their kind, or the kinds in one session. */
export function itemKindLabel(study: { itemKind: string | null; design: Pick<Design, "variants"> }): string {
  const kinds = [...new Set(study.design.variants?.map(({ kind }) => kind) ?? [study.itemKind ?? ""])];
  const labels = kinds.map((kind) => (itemKinds[kind]?.label ?? (kind || "no kind")).toLowerCase());
  return labels.length === 1 ? (labels[0] ?? "") : `${labels.length} kinds: ${labels.join(", ")}`;
}
