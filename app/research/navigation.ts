import type { NavLink } from "@/components/ui/navigation/nav-links.tsx";
import type { Right } from "@/lib/server/platform/access/access.ts";

/**
 * The ways of the research workspace, each for those who have its right: one for each task, not one for each paper. The
 * papers' own tools are reached from the benchmarks.
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
