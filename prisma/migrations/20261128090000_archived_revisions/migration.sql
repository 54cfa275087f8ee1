-- A response that comes with the archive of another installation keeps its hash and salt, so that data locks can be verified.
CREATE OR REPLACE FUNCTION hash_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.revision_hash = '' THEN
    NEW.revision_salt := gen_random_uuid()::text;
    NEW.revision_hash := revision_hash_of(NEW);
  END IF;
  RETURN NEW;
END
$$;
