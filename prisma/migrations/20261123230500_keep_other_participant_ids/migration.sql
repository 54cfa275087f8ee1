-- Participant IDs of lists and panels now have a pattern. Studies that already have IDs of another form keep accepting
-- any ID without invisible characters.
UPDATE study
SET arrival_rules = coalesce(arrival_rules, '{"identity": "none", "sources": [], "networkCap": null}'::jsonb)
  || '{"idPattern": "\\S.{0,199}"}'::jsonb
WHERE EXISTS (
  SELECT FROM entry_identity
  WHERE entry_identity.study_id = study.id AND source IN ('pid', 'panel')
    AND external_id !~ '^([A-Za-z0-9._~-]{1,64}|(erased|forgotten):[0-9a-f-]{36})$'
);
