/** The fields of an item used to select items for a study: its attributes as texts, including its story's name. */
export interface ItemFacts {
  id: string;
  attributes: Readonly<Record<string, string>>;
}

/** The items of a study: for every attribute in the filter, one of its values. An empty filter means all items. */
export type ItemFilter = Readonly<Record<string, readonly string[]>>;

/**
 * The items of a benchmark, counted by common properties, which is small enough for a form. Each row is a combination
 * of values (indices into the `values` of each attribute, or -1 if the item has none) and the number of items with it.
 */
export interface ItemTable {
  attributes: { name: string; values: string[] }[];
  rows: { values: number[]; count: number }[];
}

/** Maximum number of values. An attribute with more values identifies single items and is not useful as a filter. */
const maxValues = 60;

/** Counts items by every attribute that has at least two and at most sixty values. */
export function prepareItemTable(items: readonly ItemFacts[]): ItemTable {
  const attributes = listAttributes(items);
  const rows = new Map<string, { values: number[]; count: number }>();
  for (const item of items) {
    const values = attributes.map(({ name, values }) => values.indexOf(item.attributes[name] ?? ""));
    const row = rows.get(values.join());
    if (row) row.count += 1;
    else rows.set(values.join(), { values, count: 1 });
  }
  return { attributes, rows: [...rows.values()] };
}

/** Number of items that match a filter; no item matches an unknown attribute. */
export function countMatchingItems(table: ItemTable, filter: ItemFilter): number {
  const allowedIndices = Object.entries(filter).map(([name, values]) => {
    const attributeIndex = table.attributes.findIndex((attribute) => attribute.name === name);
    const attributeValues = table.attributes[attributeIndex]?.values ?? [];
    return {
      place: attributeIndex,
      indexes: values.map((value) => attributeValues.indexOf(value)).filter((index) => index >= 0),
    };
  });
  return table.rows
    .filter((row) => allowedIndices.every(({ place, indexes }) => indexes.includes(row.values[place] ?? -1)))
    .reduce((sum, row) => sum + row.count, 0);
}

/** Whether an item matches a filter. */
export function matchesFilter(filter: ItemFilter, attributes: ItemFacts["attributes"]): boolean {
  return Object.entries(filter).every(([name, values]) => values.includes(attributes[name] ?? ""));
}

/** The filter with the fewest attributes that selects exactly these items, or null if there is none. */
export function inferFilter(items: readonly ItemFacts[], chosenIds: readonly string[]): ItemFilter | null {
  const chosen = new Set(chosenIds);
  const chosenItems = items.filter((item) => chosen.has(item.id));
  if (chosenItems.length !== chosen.size || chosenItems.length === 0) return null;
  const filter: Record<string, string[]> = {};
  for (const { name, values } of listAttributes(items)) {
    const usedValues = values.filter((value) => chosenItems.some((item) => item.attributes[name] === value));
    if (usedValues.length < values.length && chosenItems.every((item) => item.attributes[name] !== undefined))
      filter[name] = usedValues;
  }
  const isExact = (candidate: ItemFilter) =>
    items.every((item) => matchesFilter(candidate, item.attributes) === chosen.has(item.id));
  if (!isExact(filter)) return null;
  // Attributes with the longest lists are removed first, because "type tom" is equivalent to ten labels.
  const names = Object.keys(filter).sort((left, right) => (filter[right]?.length ?? 0) - (filter[left]?.length ?? 0));
  return names.reduce<ItemFilter>((needed, name) => {
    const { [name]: _dropped, ...rest } = needed;
    return isExact(rest) ? rest : needed;
  }, filter);
}

function listAttributes(items: readonly ItemFacts[]): ItemTable["attributes"] {
  const values = new Map<string, Set<string>>();
  for (const { attributes } of items) {
    for (const [name, value] of Object.entries(attributes)) {
      const known = values.get(name);
      if (known) known.add(value);
      else values.set(name, new Set([value]));
    }
  }
  return [...values]
    .map(([name, known]) => ({ name, values: [...known].sort(compareNumbersThenText) }))
    .filter(({ values: known }) => known.length >= 2 && known.length <= maxValues);
}

function compareNumbersThenText(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}
