import type { ReactNode } from 'react'
import { creatorShare } from '#contract/constants.ts'
import { HighlightTimeline } from '../../entities/highlight/timeline/highlight-timeline.tsx'
import { formatPercent } from '../../lib/format.ts'
import { Contours } from '../../ui/contours/contours.tsx'
import { clips, curve, duration } from './demo/demo-ride.ts'
import { texts } from './texts.ts'

const { ai, revenue, community } = texts.features

export const Features = () => (
  <section aria-labelledby="features" className="page py-16 sm:py-24">
    <h2 id="features" className="heading mb-8 text-[2.25rem] sm:mb-10 sm:text-[3rem]">
      {texts.features.title}
    </h2>
    <div className="grid gap-4 md:grid-cols-3">
      <Feature title={ai.title} text={ai.text}>
        <div className="flex h-full flex-col justify-end">
          <HighlightTimeline duration={duration} curve={curve} clips={clips} />
        </div>
      </Feature>
      <Feature title={revenue.title} text={revenue.text}>
        <div className="flex h-full flex-col justify-end">
          <p className="figure text-[4rem] text-accent leading-none">{formatPercent(creatorShare)}</p>
          <svg aria-hidden="true" className="mt-3 block h-2 w-full rounded-full bg-ink/15">
            <rect width={formatPercent(creatorShare)} height="100%" className="fill-glow" />
          </svg>
          <div aria-hidden="true" className="mt-1.5 flex justify-between text-muted text-xs">
            <span>{revenue.you}</span>
            <span>{revenue.us}</span>
          </div>
        </div>
      </Feature>
      <Feature title={community.title} text={community.text}>
        <TrailMap />
      </Feature>
    </div>
  </section>
)

const Feature = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <article className="flex flex-col rounded-xl border border-line bg-surface p-6">
    <div className="relative mb-6 h-36">{children}</div>
    <h3 className="heading text-[1.5rem]">{title}</h3>
    <p className="mt-1.5 text-muted">{text}</p>
  </article>
)

/** A trail on the map, and the riders who rode it. */
const TrailMap = () => (
  <div aria-hidden="true" className="-mx-6 -mt-6 absolute inset-0 h-auto overflow-hidden rounded-t-xl">
    <Contours seed={31} columns={26} rows={14} />
    <svg
      aria-hidden="true"
      viewBox="0 0 340 160"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <path
        d="M-6 118C40 112 58 74 96 70s46 40 88 34 44-62 84-66 46 18 80 8"
        fill="none"
        className="stroke-pine"
        strokeWidth="2.5"
        strokeDasharray="1 7"
        strokeLinecap="round"
      />
      <g className="fill-surface stroke-glow" strokeWidth="3">
        <circle cx="96" cy="70" r="5.5" />
        <circle cx="184" cy="104" r="5.5" />
        <circle cx="268" cy="38" r="5.5" />
      </g>
    </svg>
  </div>
)
