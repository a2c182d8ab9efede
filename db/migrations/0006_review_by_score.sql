-- Staff sort what they still have to review by its score.
create index videos_waiting_by_score on videos ((coalesce(ai_viral_score, -1)) desc, id desc)
  where ai_status = 'completed' and not held and status in ('draft', 'pending');
