
-- What the schema language cannot say.

-- Claims walk the slots of one stratum in order and never meet those that are done.
CREATE INDEX slot_claim_idx ON slot (stratum_id, ordinal) WHERE NOT is_done;

-- Only one owner can be made through the set-up link, however many visit it at once.
CREATE UNIQUE INDEX setup_token_used_once ON setup_token ((true)) WHERE used_at IS NOT NULL;

-- The bucket of lib/domain/survey/time-bucket.ts; a test holds the two together.
CREATE FUNCTION time_bucket_of(milliseconds numeric) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN milliseconds <= 100 THEN 0
              ELSE least(250, ceil(ln(milliseconds / 100) / ln(1.1))) END::smallint;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER assignment_event_is_append_only BEFORE UPDATE OR DELETE ON assignment_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER protocol_version_is_immutable BEFORE UPDATE ON protocol_version
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER item_version_is_immutable BEFORE UPDATE ON item_version
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER story_version_is_immutable BEFORE UPDATE ON story_version
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER item_key_is_immutable BEFORE UPDATE ON item_key
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
