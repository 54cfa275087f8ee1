import type { Role } from "@/lib/domain/roles.ts";

/** The rights of each role, as shown to the person who assigns it. */
export const roleLabels: Record<Role, string> = {
  admin: "All rights in this project, including users",
  researcher: "Create and run studies, import, exclude, export",
  viewer: "View studies and results",
  reviewer: "Review annotators' changes",
  annotator: "Check and refine stories, blind",
  rater: "Rate flagged answers, blind",
};
