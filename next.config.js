import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** Addresses of earlier versions that documents and bookmarks still hold, with those that took their place. */
const movedAddresses = [
  ["/research/admin/people", "/research/admin/users"],
  ["/research/mindgames/sets/:set/shortcuts", "/research/mindgames/sets/:set/artefacts"],
  ["/api/v1/benchmarks/:benchmark/shortcuts", "/api/v1/benchmarks/:benchmark/artefacts"],
  ["/api/v1/annotation/collections/:collection/shortcuts", "/api/v1/annotation/collections/:collection/artefacts"],
  ["/api/v1/annotation/tasks/:task/sealed", "/api/v1/annotation/tasks/:task/hidden-answers"],
];

const publicUrl = process.env.PARALLAX_URL;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // `npm test` checks the types; a start should not wait for it.
  typescript: { ignoreBuildErrors: true },
  // The image optimiser is attack surface that nothing here needs.
  images: { unoptimized: true },
  serverExternalPackages: ["pg", "@prisma/adapter-pg"],
  allowedDevOrigins: ["127.0.0.1"],
  experimental: {
    // A build is made once for each version, from nothing; what it would keep for the next one takes it an eighth of its time.
    turbopackFileSystemCacheForBuild: false,
    // No one reads them, and writing them took a seventh of the build.
    serverSourceMaps: false,
    // Pages are loaded at the start, so that no one waits for it at the first view; anyone who wants a quick start can have that.
    preloadEntriesOnStart: process.env.PARALLAX_PRELOAD !== "off",
    serverActions: {
      // A text of a megabyte in letters of three bytes; beyond that Next answers with a fault instead of a sentence.
      bodySizeLimit: "4mb",
      // Behind a proxy that rewrites Host, the public address is still ours.
      allowedOrigins: publicUrl ? [new URL(publicUrl).host] : [],
    },
  },
  async redirects() {
    return movedAddresses.map(([source, destination]) => ({ source, destination, permanent: true }));
  },
};

/** Scripts that the source inlines are bundled again before a build or development; what serves a build has them in it. */
export default async function configure(phase) {
  if (phase !== PHASE_PRODUCTION_SERVER) {
    const { buildSurveyAssets } = await import("./bin/build-survey-assets.js");
    const { buildWorkers } = await import("./bin/build-workers.js");
    buildSurveyAssets();
    buildWorkers();
  }
  return config;
}
