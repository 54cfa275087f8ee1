-- Clusters of the statistics: which story and source group an item belongs to, beside person (the slot's session).
ALTER TABLE "placement" ADD COLUMN "story_key" TEXT NOT NULL DEFAULT '';
ALTER TABLE "placement" ADD COLUMN "source_group" TEXT NOT NULL DEFAULT '';

UPDATE "placement" SET
  "story_key" = story_version.external_id,
  "source_group" = coalesce(item_version.attributes ->> 'group', story_version.external_id)
FROM "item_version" JOIN "story_version" ON story_version.id = item_version.story_version_id
WHERE item_version.id = placement.item_version_id;
