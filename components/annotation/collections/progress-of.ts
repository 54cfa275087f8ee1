/** The sum of the named counts, or of all counts. */
export function sumOf<State extends string>(
  counts: Partial<Record<State, number>>,
  states: readonly State[] = Object.keys(counts) as State[],
): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}
