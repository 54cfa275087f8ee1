// Who may import whom. The arrows are drawn in docs/architecture.md; each rule here is an error in `npm test`.
// Type imports count: what a component knows of the server's types, it depends on.

/** Pure libraries that the domain may use: no clock, no chance, no input or output. */
const pureLibraries = [
  "zod",
  "@noble/hashes",
  "@stdlib/[^/]+",
  "pure-rand",
  "diff",
  "clsx",
  "date-fns",
  "intl-messageformat",
  "csv-stringify",
  "ipaddr.js",
  "re2js",
];

/** The parts of the domain from top to bottom: a part may know those in later rows. */
const rows = [
  ["interchange"],
  ["results"],
  ["survey", "annotation", "models"],
  ["epistemic", "beliefs", "stories"],
  ["items"],
];

/** Parts of one row that do not know each other. */
const strangers = [
  ["survey", "annotation"],
  ["epistemic", "beliefs", "stories"],
];

/** The folders of components that are one feature each. */
const features = ["annotation", "beliefs", "benchmarks", "mindgames", "models", "results", "studies", "survey"];

/** Tests, and the folders of the domain that only tests stand on. */
const test = /(\.test\.tsx?$|^(components|lib\/domain\/[^/]+)\/(fixtures|testing)\/)/;

/**
 * An import from a file that matches `from` to one that matches `to` breaks the rule, unless `from` matches `except`.
 * Packages are written `npm:name/path` and Node's own modules `node:name`.
 */
export const importRules = [
  {
    says: "lib/domain imports nothing but itself and pure libraries (no React, Next, Prisma, Node built-ins)",
    from: /^lib\/domain\//,
    except: test,
    to: new RegExp(`^(?!lib/domain/|npm:(${pureLibraries.join("|")})(/|$))`),
  },
  {
    says: "a test of the domain may read files and use test libraries, but knows no other part of the house",
    from: /^lib\/domain\//,
    to: /^(app|components|e2e|lib\/(server|cli|supervisor))\//,
  },
  ...rows.flat().flatMap((part) => {
    const barred = [...rows.slice(0, rowOf(part)).flat(), ...strangersOf(part)];
    if (barred.length === 0) return [];
    return [
      {
        says: `lib/domain/${part} does not know ${barred.join(", ")}`,
        from: new RegExp(`^lib/domain/${part}/`),
        to: new RegExp(`^lib/domain/(${barred.join("|")})/`),
      },
    ];
  }),
  {
    says: "lib/domain/statistics, leases and words stand at the bottom and know no other part",
    from: /^lib\/domain\/(statistics|leases|words)\//,
    to: new RegExp(`^lib/domain/(${rows.flat().join("|")})/`),
  },
  {
    says: "a component gets what it shows from its page: it knows neither URLs nor the server, not even a type",
    from: /^components\//,
    to: /^(app|lib\/(server|cli|supervisor))\//,
  },
  {
    says: "handlers of the API and other pages know no participant's page: what both answer with is in app/participant",
    from: /^app\/(?!s\/|direct-routes\.ts$)/,
    except: test,
    to: /^app\/s\//,
  },
  {
    says: "lib/client is browser code that is not React; it knows the domain and nothing else of the house",
    from: /^lib\/client\//,
    except: test,
    to: /^(app|components|bin|lib\/(server|cli|supervisor))\/|^(npm:(react|next)($|[-/])|node:)/,
  },
  {
    says: "components/ui stands below the features that use it",
    from: /^components\/ui\//,
    except: test,
    to: /^components\/(?!ui\/)/,
  },
  {
    says: "links are made of components/ui/navigation/app-link.tsx, which asks the server for nothing ahead",
    from: /^(app|components)\//,
    except: /^components\/ui\/navigation\/app-link\.tsx$/,
    to: /^npm:next\/link$/,
  },
  ...features.map((feature) => ({
    says: `components/${feature} does not know the other features; what two of them need lives in components/ui, charts or imports`,
    from: new RegExp(`^components/${feature}/`),
    to: new RegExp(`^components/(?!(${feature}|ui|charts|imports|testing)/)`),
  })),
  {
    says: "only lib/server touches Prisma and its generated client",
    from: /^(app|components|lib\/(domain|cli|client))\//,
    to: /^(npm:(@prisma\/|prisma|pg($|-|\/))|lib\/server\/platform\/database\/generated\/)/,
  },
  {
    says: "pages ask use cases; they never reach for a connection of the database",
    from: /^(app|components)\//,
    except: test,
    to: /^lib\/server\/platform\/database\//,
  },
  {
    says: "threads are started by lib/server/platform/threads/run-in-thread.ts, which rejects however the thread ends",
    from: /^/,
    except:
      /(\.test\.tsx?$|^lib\/server\/platform\/threads\/|^e2e\/(load-test\/watch-loop|endpoints\/loop-delay)\.js$)/,
    to: /^node:worker_threads$/,
  },
  {
    says: "models are asked through lib/server/model-client/call-model.ts, the one client of endpoints",
    from: /^(app|bin|components|lib)\/(?!server\/model-client\/)/,
    except: test,
    to: /^lib\/server\/platform\/network\/guarded-fetch\.ts$/,
  },
  {
    says: "the platform of lib/server knows no feature",
    from: /^lib\/server\/platform\//,
    except: test,
    to: /^lib\/server\/(?!platform\/)/,
  },
  {
    says: "the start-up code knows the platform, the demo and the jobs, and no other feature",
    from: /^lib\/supervisor\//,
    except: test,
    to: /^lib\/server\/(?!(platform|demo|background|backup)\/)/,
  },
  {
    says: "the files on the first floor of lib/domain (texts, chance) know no part of it",
    from: /^lib\/domain\/[^/]+\.ts$/,
    except: test,
    to: new RegExp(`^lib/domain/(${rows.flat().join("|")})/`),
  },
  {
    says: "use cases know neither screens nor commands",
    from: /^lib\/server\//,
    except: test,
    to: /^(app|components|lib\/(cli|supervisor))\//,
  },
  {
    says: "pages know neither the command line nor the start-up code",
    from: /^app\//,
    to: /^(bin|lib\/(cli|supervisor))\//,
  },
  {
    says: "what ships does not import tests or what they stand on",
    from: /^(app|components|lib|bin)\//,
    except: test,
    to: /(\.test\.tsx?$|^(components|lib\/domain\/[^/]+)\/(fixtures|testing)\/.*\.tsx?$|^(e2e|bench)\/|^prisma\/(test-database|factories))/,
  },
];

function rowOf(part) {
  return rows.findIndex((row) => row.includes(part));
}

function strangersOf(part) {
  return strangers.filter((group) => group.includes(part)).flatMap((group) => group.filter((other) => other !== part));
}
