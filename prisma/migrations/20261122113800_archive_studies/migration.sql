-- A study that is put aside: it is listed apart, and everything about it stays.
ALTER TABLE "study" ADD COLUMN "archived_at" TIMESTAMPTZ(6);
