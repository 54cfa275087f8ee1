import type { Role } from "@/lib/domain/roles.ts";

/** Rights of each role, in the words of the one who gives it. */
export const roleLabels: Record<Role, string> = {
  admin: "All rights in this project, including users",
  researcher: "Create and run studies, import, exclude, export",
  viewer: "View studies and results",
  reviewer: "Review annotators' changes",
  annotator: "Check and refine stories, blind",
  rater: "Rate texts, blind",
};
