/** The stages of a study, in the order of the database's enumeration; answers of different stages are never mixed. */
export const stages = ["preview", "simulation", "pilot", "main", "re-solve"] as const;
