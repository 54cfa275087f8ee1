/** The kinds of items that the tables of `model-tables.ts` are about; a file of its own, because pages import it alone. */
export const modelTableKinds = ["consistency", "two-choice"] as const;
