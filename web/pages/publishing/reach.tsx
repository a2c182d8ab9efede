import { texts } from '../../features/publishing/texts.ts'

/** How many views may be expected, and why; the reason alone while there is nothing to learn from. */
export const Reach = ({ views, reasoning }: { views: number; reasoning: string }) => (
  <>
    {views > 0 && <span className="numeric font-semibold text-ink">{texts.calendar.reach(views)}</span>}{' '}
    {reasoning}
  </>
)
