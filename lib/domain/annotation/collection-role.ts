/** What someone may do in one collection; `project` is what their role in the project says. */
export const collectionRoles = ["project", "annotate", "review", "both", "none"] as const;
export type CollectionRole = (typeof collectionRoles)[number];

/** A member of the project as the lead of a collection sees them. */
export interface CollectionMember {
  userId: string;
  name: string;
  /** The role in the project. */
  role: string;
  own: CollectionRole;
  /** What comes of both. */
  canWork: boolean;
  canReview: boolean;
}
