/** The kinds of items in the tables of `model-tables.ts`. A separate file, because pages import only this. */
export const modelTableKinds = ["consistency", "two-choice"] as const;
