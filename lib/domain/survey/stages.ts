/** What a study's answers are for, in the order of the database's enumeration; those of two stages are never mixed. */
export const stages = ["preview", "simulation", "pilot", "main", "re-solve"] as const;
