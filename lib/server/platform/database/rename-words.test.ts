import { expect, it } from "vitest";
import { withMigratedDatabase } from "@/prisma/factories/migrated-database.ts";

const renaming = "20261122011500_rename_words";

it("the renaming of tables and stored keys loses nothing of an installation that is in use", async () => {
  await withMigratedDatabase("20261122010500_add_shared_rules", async (client, migrateUpTo) => {
    await client.query(inUse);
    expect(await migrateUpTo(renaming)).toEqual([renaming]);
    const { rows } = await client.query(`
      SELECT (SELECT preferences FROM app_user) AS preferences,
        (SELECT count FROM session_count WHERE event = 'complete') AS complete,
        (SELECT design FROM study WHERE slug = 'one') AS design, (SELECT margins FROM study WHERE slug = 'one') AS margins,
        (SELECT margins FROM study WHERE slug = 'two') AS none,
        (SELECT import_summary FROM belief_source) AS summary,
        (SELECT value FROM setting WHERE key = 'llm-endpoint') AS endpoint,
        (SELECT kind || ' ' || dedupe_key FROM job) AS job`);
    expect(rows[0]).toEqual({
      preferences: {
        annotationKeys: { keys: { resolve: ["t"], "hidden-answers": ["j"], park: ["p"] }, isSingleKeysOff: false },
        theme: "dark",
      },
      complete: 7,
      design: { seed: "s", itemsPerSession: 2 },
      margins: [
        { name: "stratum x item", low: 1, high: 1, isExact: true },
        { name: "sessions", low: 4, high: 4, isExact: true },
      ],
      none: null,
      summary: { given: 3 },
      endpoint: { url: "http://127.0.0.1:1", encryptedKey: "abc" },
      job: "mindgames-artefacts mindgames-artefacts/1/2",
    });
  });
});

const inUse = `
  INSERT INTO account (id, email, name, password_hash, preferences) VALUES (gen_random_uuid(), 'a@example.org', 'A', 'x',
    '{"theme": "dark", "annotationKeys": {"isSingleKeysOff": false, "keys": {"settle": ["t"], "sealed": ["j"], "park": ["p"]}}}');
  INSERT INTO project (id, name, slug) VALUES ('00000000-0000-4000-8000-000000000001', 'P', 'p');
  INSERT INTO benchmark (id, project_id, name, slug, canary) VALUES ('00000000-0000-4000-8000-000000000002',
    '00000000-0000-4000-8000-000000000001', 'B', 'b', 'c');
  INSERT INTO study (id, project_id, slug, name, benchmark_id, entry_secret, design, margins) VALUES
    ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001', 'one', 'One',
     '00000000-0000-4000-8000-000000000002', 'x', '{"seed": "s", "itemsPerPassage": 2}',
     '[{"name": "stratum x item", "low": 1, "high": 1, "isExact": true},
       {"name": "passages", "low": 4, "high": 4, "isExact": true}]'),
    ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000001', 'two', 'Two',
     '00000000-0000-4000-8000-000000000002', 'x', '{"seed": "s", "itemsPerPassage": 1}', NULL);
  INSERT INTO passage_count (study_id, key, event, shard, count)
    VALUES ('00000000-0000-4000-8000-000000000003', '', 'complete', 0, 7);
  INSERT INTO belief_source (benchmark_id, tuples, templates, sources, seed, account)
    VALUES ('00000000-0000-4000-8000-000000000002', '[]', '{}', '{}', 's', '{"given": 3}');
  INSERT INTO setting (key, value) VALUES ('llm-endpoint', '{"url": "http://127.0.0.1:1", "sealedKey": "abc"}');
  INSERT INTO job (id, kind, payload, dedupe_key) VALUES (gen_random_uuid(), 'mindgames-shortcuts', '{}', 'mindgames-shortcuts/1/2');
`;
