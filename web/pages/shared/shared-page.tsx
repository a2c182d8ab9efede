import { Link, useRoute } from 'wouter'
import type { Shared } from '#contract/sharing/schemas.ts'
import { texts } from '#texts/pages/shared.ts'
import { titleLook } from '../../entities/video/title-look.ts'
import { Byline, RideView } from '../../features/sharing/ride-view.tsx'
import { WatchFoot } from '../../features/sharing/watch-foot.tsx'
import { cx } from '../../lib/cx.ts'
import { formatLength } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { SharedLoaded, SharedPlayer } from './shared-player.tsx'

/** A shared video or clip. Needs no sign-in. */
export default function SharedPage() {
  const [, params] = useRoute('/s/:shareToken')
  const shareToken = params?.shareToken ?? ''
  return (
    <SharedLoaded shareToken={shareToken} gone={<Notice {...texts.gone} />} full={<Notice {...texts.full} />}>
      {shared => <SharedView shareToken={shareToken} shared={shared} />}
    </SharedLoaded>
  )
}

function SharedView({ shareToken, shared }: { shareToken: string; shared: Shared }) {
  const { title, duration, ride } = shared
  const facts = [formatLength(duration)]
  const about = { shareToken }
  if (ride)
    return (
      <RideView
        streamId={shareToken}
        title={title}
        duration={duration}
        ride={ride}
        about={about}
        rider={shared.rider}
        riderName={shared.riderName}
        facts={facts}
      />
    )
  return (
    <div className="page max-w-5xl py-5 sm:py-8">
      <SharedPlayer shareToken={shareToken} shared={shared} />
      <PageTitle title={title} className={cx('mt-5', titleLook)} />
      <Byline rider={shared.rider} riderName={shared.riderName} facts={facts} />
      <WatchFoot about={about} />
    </div>
  )
}

const Notice = ({ title, text }: { title: string; text: string }) => (
  <div className="relative isolate grid min-h-[60svh] place-items-center overflow-hidden px-5 py-20 text-center">
    <Contours seed={23} className="-z-10" />
    <div className="max-w-lg">
      <PageTitle title={title} className="text-[2.75rem] sm:text-[3.75rem]" />
      <p className="mt-3 text-muted">{text}</p>
      <Link href="/" className={buttonClass('primary', 'md', 'mt-7')}>
        {texts.gone.home}
      </Link>
    </div>
  </div>
)
