import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { tsImport } from "tsx/esm/api";

/** Redirects from addresses of earlier versions, which documents and bookmarks may still contain. */
const movedAddresses = [
  ["/research/admin/people", "/research/admin/users"],
  ["/research/admin/recruiters", "/research/admin/settings"],
  ["/research/mindgames/sets/:set/shortcuts", "/research/mindgames/sets/:set/artefacts"],
  ["/api/v1/benchmarks/:benchmark/shortcuts", "/api/v1/benchmarks/:benchmark/artefacts"],
  ["/api/v1/annotation/collections/:collection/shortcuts", "/api/v1/annotation/collections/:collection/artefacts"],
  ["/api/v1/annotation/tasks/:task/sealed", "/api/v1/annotation/tasks/:task/hidden-answers"],
  ...[
    ["edit", "design/edit"],
    ["protocol", "design/protocol"],
    ["recruiting", "recruit"],
    ["live", "collect"],
    ["flow", "collect/flow"],
    ["ledger", "collect/ledger"],
    ["parity", "results/parity"],
    ["release", "results/release"],
    ["errors", "results/errors"],
    ["mindgames", "results/raters"],
  ].map(([before, after]) => [`/research/studies/:study/${before}`, `/research/studies/:study/${after}`]),
];

/** @type {(settings: import("./lib/supervisor/settings.ts").ListenerSettings) => import("next").NextConfig} */
const configFor = ({ publicUrl, preloads }) => ({
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // `npm test` checks the types, so that a start does not have to.
  typescript: { ignoreBuildErrors: true },
  // The image optimiser is not needed and would be an additional attack surface.
  images: { unoptimized: true },
  serverExternalPackages: ["pg", "@prisma/adapter-pg"],
  allowedDevOrigins: ["127.0.0.1"],
  experimental: {
    // Each version is built once, from scratch; writing a build cache would take an eighth of the time.
    turbopackFileSystemCacheForBuild: false,
    // Source maps are not used, and writing them took a seventh of the build.
    serverSourceMaps: false,
    // Pages are loaded at the start, so that the first view is fast; this can be switched off for a faster start.
    preloadEntriesOnStart: preloads,
    serverActions: {
      // A text of a million characters of three bytes each; for longer bodies Next responds with an error instead of
      // our message.
      bodySizeLimit: "4mb",
      // The public address is accepted also behind a proxy that rewrites Host.
      allowedOrigins: [new URL(publicUrl).host],
    },
  },
  async redirects() {
    return movedAddresses.map(([source, destination]) => ({ source, destination, permanent: true }));
  },
});

/**
 * Scripts that the source inlines are bundled before a build or a development start; a running production server has
 * them in its build.
 */
export default async function configure(phase) {
  if (phase !== PHASE_PRODUCTION_SERVER) {
    const { buildSurveyAssets } = await import("./bin/build-survey-assets.js");
    const { buildWorkers } = await import("./bin/build-workers.js");
    buildSurveyAssets();
    buildWorkers();
  }
  const { readListenerSettings } = await tsImport("./lib/supervisor/settings.ts", import.meta.url);
  return configFor(readListenerSettings());
}
