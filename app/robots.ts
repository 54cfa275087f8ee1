import type { MetadataRoute } from "next";

/** User agents of crawlers that collect training data. */
const trainingAgents = [
  "GPTBot",
  "ChatGPT-User",
  "OAI-SearchBot",
  "ClaudeBot",
  "Claude-Web",
  "anthropic-ai",
  "CCBot",
  "Google-Extended",
  "Applebot-Extended",
  "Bytespider",
  "Amazonbot",
  "PerplexityBot",
  "meta-externalagent",
  "FacebookBot",
  "cohere-ai",
  "Diffbot",
  "Omgilibot",
  "Timpibot",
  "AI2Bot",
  "DeepSeekBot",
  "PetalBot",
];

export default function robots(): MetadataRoute.Robots {
  return { rules: [{ userAgent: ["*", ...trainingAgents], disallow: "/" }] };
}
