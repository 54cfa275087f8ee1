-- The length of recordings; a session cannot leave a screen before a recording that must be played completely can have ended.
ALTER TABLE "media" ADD COLUMN "duration_ms" INTEGER;
-- Images and recordings are compressed already, and ranges of uncompressed values are read without the rest.
ALTER TABLE "media" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
