import type { Role } from "../../database/generated/enums.ts";

/** The prefix of every token, so that secret scanners recognise one in a public repository. */
export const tokenPrefix = "plx_";

/**
 * The roles that a token can have, from the fewest rights to the most. Annotators, reviewers and raters have no tokens,
 * because they work on screens without seeing results.
 */
export const tokenRoles = ["viewer", "researcher", "admin"] as const satisfies readonly Role[];

export type TokenRole = (typeof tokenRoles)[number];

export function isTokenRole(role: Role): role is TokenRole {
  return (tokenRoles as readonly Role[]).includes(role);
}

/** The roles that a person with this role may give to a token, from the fewest rights to the most. */
export function rolesUpTo(role: Role | null): TokenRole[] {
  return role && isTokenRole(role) ? tokenRoles.slice(0, tokenRoles.indexOf(role) + 1) : [];
}

/** The role with fewer rights of the two. */
export function lowerRole(first: TokenRole, second: TokenRole): TokenRole {
  return tokenRoles.indexOf(first) < tokenRoles.indexOf(second) ? first : second;
}
