import type { Role } from "../database/generated/enums.ts";
import { AppError, notFoundError } from "../errors/app-error.ts";

/** The user or system behind a request: a signed-in user, or the installation itself (the command line, jobs). */
export interface Actor {
  /** Null for the installation itself. */
  userId: string | null;
  sessionId: string | null;
  email: string;
  name: string;
  /** Owners may open every project with the rights of an admin. */
  isOwner: boolean;
  memberships: readonly { projectId: string; role: Role }[];
  /** The last opened project. */
  preferredProjectId: string | null;
  /**
   * The API token with which a program acts for this person; absent for a signed-in person and for the installation.
   */
  token?: { id: string /** The only study it may reach; null for the whole project. */; studyId: string | null };
}

/** The rights in a project. */
export type Right = keyof typeof rolesByRight;

/**
 * The rights of each role. Admin includes researcher, and researcher includes viewer. Reviewer, annotator and rater are
 * separate: they work blind and see no research; an admin may do their work to test it.
 */
const rolesByRight = {
  /** Viewing studies, benchmarks, models, results and single answers, without recruiters' IDs. */
  "research.read": ["admin", "researcher", "viewer"],
  /** Creating and changing studies, benchmarks and models; running studies; importing; excluding answers. */
  "research.write": ["admin", "researcher"],
  /** Viewing recruiters' IDs, and exports that contain them. */
  "identities.read": ["admin", "researcher"],
  "identities.erase": ["admin"],
  "users.manage": ["admin"],
  "annotation.manage": ["admin", "researcher"],
  "annotation.work": ["admin", "annotator"],
  "annotation.review": ["admin", "reviewer"],
  /** Rating answers blind in the review of a study. */
  "rating.work": ["admin", "rater"],
  /** Deciding answers on which two raters disagree, with the same information as the raters. */
  "rating.adjudicate": ["admin", "researcher"],
} as const satisfies Record<string, readonly Role[]>;

/** The roles that include a right in a project; owners have every right without a role. */
export function rolesWithRight(right: Right): readonly Role[] {
  return rolesByRight[right];
}

/** The role of a user in a project, or null. Owners are admins everywhere. */
export function roleIn(actor: Actor, projectId: string): Role | null {
  if (actor.isOwner) return "admin";
  return actor.memberships.find((membership) => membership.projectId === projectId)?.role ?? null;
}

/** Whether a user has a right in a project. */
export function can(actor: Actor, right: Right, projectId: string): boolean {
  const role = roleIn(actor, projectId);
  return role !== null && (rolesByRight[right] as readonly Role[]).includes(role);
}

/** Throws `not-found` if the user does not have the right, so that the response does not reveal which objects exist. */
export function requireRight(actor: Actor, right: Right, projectId: string): void {
  if (!can(actor, right, projectId)) throw notFoundError();
}

/**
 * The IDs of the projects in which a user has a right, for the `where` of a list; "all" for owners, who need no
 * condition.
 */
export function projectIdsWithRight(actor: Actor, right: Right): string[] | "all" {
  if (actor.isOwner) return "all";
  return actor.memberships.map(({ projectId }) => projectId).filter((projectId) => can(actor, right, projectId));
}

/**
 * The result of `projectIdsWithRight` as a Prisma condition: `where: { id, ...inProjectsWith(actor, "research.read")
 * }`.
 */
export function inProjectsWith(actor: Actor, right: Right): { projectId?: { in: string[] } } {
  const projects = projectIdsWithRight(actor, right);
  return projects === "all" ? {} : { projectId: { in: projects } };
}

/** The actor for the command line and jobs; anyone who can run these has access to the database anyway. */
export const installation: Actor = {
  userId: null,
  sessionId: null,
  email: "",
  name: "Installation",
  isOwner: true,
  memberships: [],
  preferredProjectId: null,
};

/** The ID of the user, for columns that require one; throws an error for the installation itself. */
export function requirePerson(actor: Actor): string {
  if (actor.userId === null) throw new AppError("forbidden", "Only a signed-in person can do this.");
  return actor.userId;
}
