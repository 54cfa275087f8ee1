-- AlterTable
ALTER TABLE "annotation_item" ADD COLUMN     "gold_verdict" TEXT;
