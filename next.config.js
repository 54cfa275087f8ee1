import { buildSurveyAssets } from "./bin/build-survey-assets.js";
import { buildViewsWorker } from "./bin/build-views-worker.js";

buildSurveyAssets();
buildViewsWorker();

/**
 * Headers that hold for every response, static files and errors included, whatever handler answers.
 * The content security policy is not here: pages get theirs, with a nonce, from `proxy.ts`, and route handlers set one
 * of their own, because two policies on one response would both have to be obeyed.
 */
const headersForAll = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  // Not "no-referrer": a plain form post would then carry "Origin: null" and be refused as foreign.
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), browsing-topics=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  // Test material must not end up in search results or training sets.
  { key: "X-Robots-Tag", value: "noindex, nofollow, noarchive, nosnippet, noai, noimageai" },
];

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
  async headers() {
    return [
      { source: "/:path*", headers: headersForAll },
      {
        // Known only at run time (this file is read when building), so the proxy in front decides.
        source: "/:path*",
        has: [{ type: "header", key: "x-forwarded-proto", value: "https" }],
        headers: [{ key: "Strict-Transport-Security", value: "max-age=63072000; includeSubDomains" }],
      },
    ];
  },
};

export default config;
