-- The row as its file had it, so that an export without work gives the same bytes.
ALTER TABLE "annotation_item" ADD COLUMN     "raw" TEXT,
ADD COLUMN     "raw_form" TEXT;
