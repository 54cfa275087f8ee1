-- Log-probabilities of true and false that are equal say neither. They were stored as "false"; as a tie they are counted by
-- the rule that ties of people are counted by.
WITH candidate AS (
  SELECT prediction.id,
    sum(exp(greatest(candidate.value::text::float8, -700))) FILTER (WHERE btrim(candidate.key) IN ('True', 'true', 'TRUE')) AS yes,
    sum(exp(greatest(candidate.value::text::float8, -700))) FILTER (WHERE btrim(candidate.key) IN ('False', 'false', 'FALSE')) AS no
  FROM prediction
  JOIN item_version ON item_version.id = prediction.item_version_id AND item_version.kind = 'true-false'
  CROSS JOIN LATERAL jsonb_each(prediction.logprobs) AS candidate
  WHERE prediction.read_from = 'logprobs' AND prediction.answer_key = 'false'
    AND jsonb_typeof(prediction.logprobs) = 'object' AND jsonb_typeof(candidate.value) = 'number'
  GROUP BY prediction.id
)
UPDATE prediction SET answer_key = 'tie:false|true'
FROM candidate
WHERE prediction.id = candidate.id AND candidate.yes > 0 AND candidate.no > 0
  AND abs(ln(candidate.yes) - ln(candidate.no)) <= 1e-12;
