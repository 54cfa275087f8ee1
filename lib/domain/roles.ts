/** The roles in a project, the most powerful first. Raters and annotators are not part of this order. */
export const roles = ["admin", "researcher", "viewer", "reviewer", "annotator", "rater"] as const;
export type Role = (typeof roles)[number];
