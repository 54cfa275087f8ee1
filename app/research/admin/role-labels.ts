import type { Role } from "@/lib/domain/roles.ts";

/** What each role may do, in the words of the one who gives it. */
export const roleLabels: Record<Role, string> = {
  admin: "Everything in this project, people included",
  researcher: "Make and run studies, import, exclude, export",
  viewer: "See studies and results, change nothing",
  reviewer: "Decide about annotators' changes",
  annotator: "Check and refine stories, blind",
  rater: "Rate what others wrote, blind",
};
