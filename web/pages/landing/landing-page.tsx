import type { ReactNode } from 'react'
import { creatorShare } from '#contract/constants.ts'
import { texts } from '#texts/pages/landing.ts'
import { HighlightTimeline } from '../../entities/highlight/timeline/highlight-timeline.tsx'
import { formatPercent } from '../../lib/format.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { Footer } from '../../ui/footer.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { DemoCard } from './demo/demo-card.tsx'
import { clips, curve, duration } from './demo/demo-ride.ts'
import { GoogleButton } from './google-block.tsx'
import { SignUpCard } from './sign-up-card.tsx'

const { ai, revenue, community } = texts.features

export default function LandingPage() {
  return (
    <>
      <SkipLink />
      <div className="relative isolate">
        <Contours seed={7} className="mask-b-from-75% -z-10" />
        <header className="page flex h-19 items-center justify-between">
          <BrandMark />
          <GoogleButton size="sm" className="" />
        </header>
        <main id="content">
          <Hero />
        </main>
      </div>
      <Steps />
      <Features />
      <Ready />
      <Footer />
    </>
  )
}

const Hero = () => (
  <div className="page grid grid-cols-1 items-center gap-x-14 gap-y-10 pt-6 pb-16 sm:pt-10 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:pb-24">
    <div>
      <PageTitle
        title={texts.headline.join(' ')}
        windowTitle={texts.windowTitle}
        className="font-bold text-[clamp(2.1rem,11.1vw,4.5rem)] leading-[0.96] tracking-tight lg:text-[clamp(3.5rem,5.4vw,4.875rem)]"
      >
        {texts.headline.map((line, i) => (
          <span
            key={line}
            className={i === 2 ? 'block whitespace-nowrap text-accent' : 'block whitespace-nowrap'}
          >
            {line}{' '}
          </span>
        ))}
      </PageTitle>
      <p className="mt-5 mb-7 max-w-xl text-[1.0625rem] text-muted leading-relaxed sm:text-[1.125rem]">
        {texts.lead}
      </p>
      <div className="max-w-xl">
        <SignUpCard />
      </div>
    </div>
    <DemoCard />
  </div>
)

const Steps = () => (
  <section aria-labelledby="steps" className="border-line border-y bg-surface">
    <div className="page py-16 sm:py-20">
      <h2 id="steps" className="heading mb-8 text-[2.25rem] sm:mb-10 sm:text-[3rem]">
        {texts.steps.title}
      </h2>
      <ol className="grid gap-x-10 gap-y-9 md:grid-cols-3">
        {texts.steps.items.map((step, i) => (
          <li key={step.title} className="border-ink border-t-2 pt-4">
            <span aria-hidden="true" className="figure text-[2.75rem] text-accent leading-none">
              {i + 1}
            </span>
            <h3 className="heading mt-2 text-[1.5rem]">{step.title}</h3>
            <p className="mt-1.5 text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

const Ready = () => (
  <section aria-labelledby="ready" className="page pb-16 sm:pb-24">
    <div className="relative isolate grid grid-cols-1 items-center gap-x-12 gap-y-7 overflow-hidden rounded-xl border border-line bg-surface px-6 py-10 sm:px-12 sm:py-14 lg:grid-cols-2">
      <Contours seed={19} columns={54} rows={20} className="-z-10" />
      <div>
        <h2 id="ready" className="heading text-[2.5rem] leading-none sm:text-[3.25rem]">
          {texts.ready.title}
        </h2>
        <p className="mt-3 max-w-md text-muted">{texts.ready.text}</p>
      </div>
      <SignUpCard compact />
    </div>
  </section>
)

const Features = () => (
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
