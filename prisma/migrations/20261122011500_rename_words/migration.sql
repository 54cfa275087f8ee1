-- One word for one thing (docs/glossary.md). Renames tables, columns and the keys of stored settings, and therefore is the
-- one upgrade that no process of an older version may run beside: stop all of them, then start (docs/operating.md).
-- Nothing is lost and nothing is recounted. Audit actions, protocols and exported columns keep their names.

ALTER TABLE "passage_count" RENAME TO "session_count";
ALTER TABLE "session_count" RENAME CONSTRAINT "passage_count_pkey" TO "session_count_pkey";

ALTER TABLE "account" RENAME TO "app_user";
ALTER TABLE "app_user" RENAME CONSTRAINT "account_pkey" TO "app_user_pkey";
ALTER INDEX "account_email_key" RENAME TO "app_user_email_key";

ALTER TABLE "belief_source" RENAME COLUMN "account" TO "import_summary";

-- A session is one participant's way through a study; a passage is a piece of a text.
UPDATE "study" SET "design" = ("design" - 'itemsPerPassage') || jsonb_build_object('itemsPerSession', "design" -> 'itemsPerPassage')
WHERE "design" ? 'itemsPerPassage';

UPDATE "study" SET "margins" = (
  SELECT jsonb_agg(CASE WHEN margin ->> 'name' = 'passages' THEN margin || '{"name": "sessions"}' ELSE margin END ORDER BY place)
  FROM jsonb_array_elements("margins") WITH ORDINALITY AS listed (margin, place))
WHERE jsonb_typeof("margins") = 'array' AND jsonb_array_length("margins") > 0;

-- The keyboard actions "settle" and "sealed" are called "resolve" and "hidden-answers".
UPDATE "app_user" SET "preferences" = jsonb_set("preferences", '{annotationKeys,keys}', (
  SELECT coalesce(jsonb_object_agg(CASE action WHEN 'settle' THEN 'resolve' WHEN 'sealed' THEN 'hidden-answers' ELSE action END, keys), '{}')
  FROM jsonb_each("preferences" #> '{annotationKeys,keys}') AS chosen (action, keys)))
WHERE jsonb_typeof("preferences" #> '{annotationKeys,keys}') = 'object';

-- The key of a model's endpoint is encrypted; "sealed" said less.
UPDATE "setting" SET "value" = ("value" - 'sealedKey') || jsonb_build_object('encryptedKey', "value" -> 'sealedKey')
WHERE "key" = 'llm-endpoint' AND "value" ? 'sealedKey';

-- Artefacts of a set of problems; "shortcuts" are those of the keyboard.
UPDATE "job" SET "kind" = 'mindgames-artefacts', "dedupe_key" = replace("dedupe_key", 'mindgames-shortcuts', 'mindgames-artefacts')
WHERE "kind" = 'mindgames-shortcuts';
