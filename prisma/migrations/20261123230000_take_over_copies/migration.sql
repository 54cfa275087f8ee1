-- Another annotator may take a copy 30 minutes after its lease ended; its holder may resume it at any time
-- (lib/domain/leases/take-over.ts). Beside `lease_is_free` in a WHERE clause, so that the index of free copies is used.
CREATE FUNCTION copy_is_free(holder uuid, available_at timestamptz, who uuid, moment timestamptz) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN lease_is_free(CASE WHEN holder IS NULL OR holder = who THEN available_at
                            ELSE available_at + interval '30 minutes' END, moment);

-- The text a person begins with in a copy that somebody else held: their own newest one, else the newest cut from a story of
-- the same source, else null, which is the imported text. Never a draft of another annotator.
CREATE FUNCTION starting_revision(task uuid, who uuid) RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT id FROM annotation_revision
          WHERE task_id = task AND branch = 'main' AND (origin = 'sibling' OR (author_id = who AND origin IN ('edit', 'choose')))
          ORDER BY origin = 'sibling', number DESC LIMIT 1);

-- Whether a person holds another copy of the item, or has ever submitted one: nobody submits two copies of an item.
CREATE FUNCTION has_other_copy(task uuid, item uuid, who uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM annotation_task AS other WHERE other.item_id = item AND other.id <> task AND (
    other.holder_id = who OR EXISTS (SELECT FROM annotation_verdict WHERE task_id = other.id AND author_id = who)));

-- Installations from before: people whose copy went to somebody else, or was taken from them, and who submitted nothing of the
-- item may take any other copy of it.
UPDATE annotation_seen AS seen SET how = 'released'
WHERE how = 'worked' AND EXISTS (SELECT FROM annotation_item AS item JOIN annotation_collection AS collection
    ON collection.id = item.collection_id WHERE item.id = seen.item_id AND NOT collection.is_training)
  AND NOT EXISTS (SELECT FROM annotation_task AS task WHERE task.item_id = seen.item_id AND (task.holder_id = seen.user_id
    OR EXISTS (SELECT FROM annotation_verdict WHERE task_id = task.id AND author_id = seen.user_id)))
  AND EXISTS (SELECT FROM annotation_task AS task JOIN annotation_activity AS activity ON activity.task_id = task.id
    WHERE task.item_id = seen.item_id AND activity.user_id = seen.user_id AND task.holder_id IS NOT NULL);
