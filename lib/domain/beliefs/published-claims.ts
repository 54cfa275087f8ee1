/** The effects that Du et al. call significant, with their direction: section 6.1, then only in Figure 1. */
export const publishedClaims = [
  { category: "imperative", direction: "high", where: "section 6.1" },
  { category: "emotional_appeal", direction: "high", where: "section 6.1" },
  { category: "authority", direction: "high", where: "section 6.1" },
  { category: "weak", direction: "low", where: "section 6.1" },
  { category: "formal", direction: "high", where: "Figure 1" },
  { category: "belief_reports", direction: "low", where: "Figure 1" },
] as const;
