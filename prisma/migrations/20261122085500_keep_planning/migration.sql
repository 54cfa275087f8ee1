-- What a study is planned with: its currency, and the assumptions of the planner (lib/domain/survey/studies/planner-query.ts).
ALTER TABLE "study" ADD COLUMN "planning" JSONB;
