import type { NavLink } from "@/components/ui/navigation/nav-links.tsx";
import type { Right } from "@/lib/server/platform/access/access.ts";

/**
 * The navigation of the research workspace: one entry per task, visible to users who have the right for it. The tools
 * for the papers are linked from the pages of benchmarks.
 */
export const researchLinks: readonly (NavLink & { right: Right })[] = [
  { href: "/research/studies", label: "Studies", right: "research.read" },
  {
    href: "/research/benchmarks",
    label: "Benchmarks",
    covers: ["/research/beliefs", "/research/mindgames", "/research/replicate"],
    right: "research.read",
  },
  { href: "/research/models", label: "Models", right: "research.read" },
  { href: "/research/results", label: "Results", right: "research.read" },
  { href: "/research/annotation", label: "Annotation", right: "annotation.manage" },
  { href: "/research/admin", label: "Admin", right: "users.manage" },
];
