-- How a model's text was read stands beside it: what the answer came from, the reader's version, and the rule.
ALTER TABLE "prediction" ADD COLUMN "read_from" TEXT;
ALTER TABLE "prediction" ADD COLUMN "reader_version" INTEGER;
ALTER TABLE "prediction" ADD COLUMN "reading_rule" TEXT;
