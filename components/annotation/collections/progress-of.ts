/** The sum of the counts of `states`; without `states`, of all states. */
export function sumOf<State extends string>(
  counts: Partial<Record<State, number>>,
  states: readonly State[] = Object.keys(counts) as State[],
): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}
