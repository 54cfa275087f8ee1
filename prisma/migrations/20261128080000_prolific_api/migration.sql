-- The study at Prolific that a researcher created by its API, and bonuses that were set up there.
CREATE TABLE prolific_study (
  study_id uuid PRIMARY KEY REFERENCES study (id) ON DELETE CASCADE ON UPDATE CASCADE,
  remote_id text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  created_by_id uuid
);

CREATE TABLE prolific_bonus (
  id uuid PRIMARY KEY,
  study_id uuid NOT NULL REFERENCES study (id) ON DELETE CASCADE ON UPDATE CASCADE,
  remote_id text NOT NULL UNIQUE,
  people integer NOT NULL,
  -- What Prolific deducts, in hundredths of the study's currency.
  total_cents integer NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  created_by_id uuid,
  -- When the payment was requested. It is requested once, because a second request pays twice.
  paid_at timestamptz(6)
);

CREATE INDEX prolific_bonus_study_id_idx ON prolific_bonus (study_id);
