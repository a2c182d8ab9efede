import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/video-facts.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'

/** What a published video earned, its views and the creator's share. */
export default function RevenueCard({ video }: { video: Pick<Video, 'earnings' | 'views'> }) {
  return (
    <section aria-labelledby="revenue" className="rounded-lg border border-line bg-surface px-5 py-4">
      <h3 id="revenue" className="heading mb-2 text-[1.25rem]">
        {texts.revenue}
      </h3>
      <dl className="grid grid-cols-3 gap-4">
        {[
          [texts.earned, formatMoney(video.earnings)],
          [texts.views, formatNumber(video.views)],
          [texts.share, texts.shareValue],
        ].map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="figure text-[1.75rem] leading-tight">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
