import { type Role, roles } from "./roles.ts";

/** Gives members of a group at the identity provider a role in a project. */
export interface GroupRule {
  group: string;
  /** The project's slug. */
  project: string;
  role: Role;
}

/**
 * Parses rules such as "lab-leads=belief-study:admin; students=belief-study:annotator"; null if the text is invalid.
 */
export function parseGroupRules(text: string): GroupRule[] | null {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  const rules = parts.map((part) => {
    const [, group = "", project = "", name = ""] = /^(.+)=([a-z0-9-]+):([a-z]+)$/.exec(part.trim()) ?? [];
    const role = roles.find((one) => one === name);
    return role ? { group: group.trim(), project, role } : null;
  });
  const valid = rules.filter((rule) => rule !== null);
  return valid.length > 0 && valid.length === rules.length ? valid : null;
}

/**
 * The role that groups give in each project. If several rules apply, the role that is first in the list of roles wins.
 */
export function rolesOfGroups(rules: readonly GroupRule[], groups: readonly string[]): Map<string, Role> {
  const byProject = new Map<string, Role>();
  for (const { group, project, role } of rules) {
    const earlierRole = byProject.get(project);
    if (groups.includes(group) && (!earlierRole || roles.indexOf(role) < roles.indexOf(earlierRole))) {
      byProject.set(project, role);
    }
  }
  return byProject;
}
