/** The roles in a project, most powerful first; raters and annotators are outside that order. */
export const roles = ["admin", "researcher", "viewer", "reviewer", "annotator", "rater"] as const;
export type Role = (typeof roles)[number];
