/** A person's role in one collection; `project` is their role in the project. */
export const collectionRoles = ["project", "annotate", "review", "both", "none"] as const;
export type CollectionRole = (typeof collectionRoles)[number];

/** A project member as shown to the lead of a collection. */
export interface CollectionMember {
  userId: string;
  name: string;
  /** The role in the project. */
  role: string;
  own: CollectionRole;
  /** The effective role. */
  canWork: boolean;
  canReview: boolean;
}
