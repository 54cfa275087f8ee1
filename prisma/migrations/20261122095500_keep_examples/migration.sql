-- The examples of an evaluation are drawn once: items that are imported later must not change them.
ALTER TABLE "evaluation" ADD COLUMN "examples" UUID[] DEFAULT ARRAY[]::UUID[];
