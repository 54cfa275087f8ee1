import type { Right } from "@/lib/server/platform/access/access.ts";

/** The ways of the research workspace, each for those who have its right. A new part of the workspace adds its line here. */
export const researchLinks: readonly { href: string; label: string; right: Right }[] = [
  { href: "/research/studies", label: "Studies", right: "research.read" },
  { href: "/research/benchmarks", label: "Benchmarks", right: "research.read" },
  { href: "/research/annotation", label: "Annotation", right: "annotation.manage" },
  { href: "/research/beliefs", label: "Beliefs", right: "research.read" },
  { href: "/research/mindgames", label: "MindGames", right: "research.read" },
  { href: "/research/models", label: "Models", right: "research.read" },
  { href: "/research/results", label: "Results", right: "research.read" },
  { href: "/research/admin", label: "Admin", right: "users.manage" },
];
