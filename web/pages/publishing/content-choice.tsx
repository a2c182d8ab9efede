import { useQuery } from '@tanstack/react-query'
import { platformFacts } from '#contract/publishing/constants.ts'
import type { PublicationContent } from '#contract/publishing/publications.ts'
import type { AiProcessedVideo } from '#contract/review.ts'
import { contentName, contentOf } from '../../features/publishing/rules.ts'
import { texts } from '../../features/publishing/texts.ts'
import { reelsQuery } from '../../features/reels/calls.ts'
import { reviewQuery } from '../../features/review/calls.ts'
import { compilationsOf, highlightsOf } from '../../features/review/rules.ts'
import { formatClock, formatList } from '../../lib/format.ts'
import { Select } from '../../ui/inputs/field.tsx'

const { content: words } = texts.dialog

/** The platforms that get the whole video, or those that get a part of it. */
const namesOf = (whole: boolean): string =>
  formatList(platformFacts.filter(one => one.wholeVideo === whole).map(({ name }) => name))

/** What to post from a video: the best fit for each platform, all of it, or a part that staff have approved. */
export function ContentChoice({
  video,
  value,
  onChange,
}: {
  video: AiProcessedVideo
  value: PublicationContent
  onChange: (content: PublicationContent) => void
}) {
  const { data: review } = useQuery(reviewQuery(video.id))
  const { data: made = [] } = useQuery(reelsQuery(video.id))
  const highlights = highlightsOf(video, review?.trims)
  const reels = compilationsOf(video)
  const approved = [
    ...(review?.approvedHighlights ?? []).flatMap(index => {
      const of = highlights[index]
      if (!of) return []
      const span = `${formatClock(of.start)}–${formatClock(of.end)}`
      return {
        value: contentName({ kind: 'highlight', index }),
        label: words.highlight(index + 1, of.description, span),
      }
    }),
    ...(review?.approvedCompilations ?? []).flatMap(index => {
      const of = reels[index]
      if (!of) return []
      return {
        value: contentName({ kind: 'reel', index }),
        label: words.reel(index + 1, of.title, formatClock(of.totalDuration)),
      }
    }),
    ...made.flatMap(({ id, verdict, clip, plan }) =>
      verdict === 'approved' && clip
        ? [
            {
              value: contentName({ kind: 'made', reel: id }),
              label: words.made(plan.title, formatClock(clip.duration)),
            },
          ]
        : [],
    ),
  ]
  return (
    <Select
      label={words.label}
      value={contentName(value)}
      hint={
        value.kind === 'auto'
          ? words.autoHint(namesOf(true), namesOf(false))
          : review && approved.length === 0
            ? words.noneApproved
            : undefined
      }
      options={[{ value: 'auto', label: words.auto }, { value: 'video', label: words.video }, ...approved]}
      onChange={event => onChange(contentOf(event.target.value))}
    />
  )
}
