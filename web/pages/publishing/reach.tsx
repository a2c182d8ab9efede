import { texts } from '#texts/features/publishing.ts'

/** The expected views and why; only the reason while there is no data yet. */
export const Reach = ({ views, reasoning }: { views: number; reasoning: string }) => (
  <>
    {views > 0 && <span className="numeric font-semibold text-ink">{texts.calendar.reach({ views })}</span>}{' '}
    {reasoning}
  </>
)
