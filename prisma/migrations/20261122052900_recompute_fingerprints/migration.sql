-- Fingerprints of version 2 cover titles, marks and the order of parts. Stored ones of version 1 are computed anew in the
-- background, where today's rendering is provably what was shown; what cannot be proved keeps its version.
INSERT INTO "job" ("id", "kind", "payload", "dedupe_key")
SELECT gen_random_uuid(), 'recompute-fingerprints', '{}', 'recompute-fingerprints/2'
WHERE EXISTS (SELECT FROM "response") OR EXISTS (SELECT FROM "prediction" WHERE "content_fingerprint" IS NOT NULL);
