-- AlterTable
ALTER TABLE "benchmark" ADD COLUMN     "generation" JSONB;
