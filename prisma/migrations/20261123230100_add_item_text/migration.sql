-- The current and the released text of every annotation item (lib/domain/annotation/documents/item-text.ts).
CREATE VIEW "item_text" AS
SELECT item.id AS item_id, chosen.revision_id AS current_revision_id,
  coalesce(revision.document, item.document) AS current_document,
  CASE WHEN chosen.is_released THEN coalesce(revision.document, item.document) END AS released_document
FROM annotation_item AS item
CROSS JOIN LATERAL (
  SELECT item.accepted_task_id IS NOT NULL AND item.status IN ('accepted', 'reviewed') AS is_released,
    CASE WHEN item.accepted_task_id IS NOT NULL THEN item.accepted_revision_id
         ELSE (SELECT verdict.revision_id FROM annotation_task AS task
               JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
               WHERE task.item_id = item.id ORDER BY verdict.saved_at DESC LIMIT 1) END AS revision_id
) AS chosen
LEFT JOIN annotation_revision AS revision ON revision.id = chosen.revision_id;
