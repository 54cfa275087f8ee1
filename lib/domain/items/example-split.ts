/** Value of the attribute `split` for items that serve only as few-shot examples. */
export const exampleSplit = "examples";

/** Whether an item serves only as a few-shot example. */
export function isOnlyExample({ attributes }: { attributes?: Readonly<Record<string, unknown>> }): boolean {
  return attributes?.split === exampleSplit;
}
