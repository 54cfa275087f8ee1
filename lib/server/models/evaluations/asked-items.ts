/**
 * Which items (`item`) an evaluation asks: those of a study, $3, in the versions that its people see; without one the newest
 * versions of all items of a kind, $2, in a benchmark, $1.
 */
export const askedItems = `item.benchmark_id = $1 AND item.kind = $2 AND CASE WHEN $3::uuid IS NULL
  THEN NOT EXISTS (SELECT FROM item_version AS newer WHERE newer.benchmark_id = item.benchmark_id
    AND newer.external_id = item.external_id AND newer.version > item.version)
  ELSE item.id IN (SELECT item_version_id FROM study_item WHERE study_id = $3) END`;
