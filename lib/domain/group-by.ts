/** Groups values by key. Keys are in the order of their first value; values whose key is null are omitted. */
export function groupBy<Value, Key>(values: Iterable<Value>, keyOf: (value: Value) => Key | null): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
