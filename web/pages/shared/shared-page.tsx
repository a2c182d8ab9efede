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
    <div className="page py-5 sm:py-8">
      <div
        className={cx(
          'grid gap-x-10 gap-y-4',
          isUpright(shared) && 'lg:grid-cols-[auto_minmax(0,24rem)] lg:items-center lg:justify-center',
        )}
      >
        <div className={cx(isUpright(shared) && 'lg:order-last')}>
          <PageTitle title={title} className={titleLook} />
          <Byline rider={shared.rider} riderName={shared.riderName} facts={facts} />
        </div>
        <SharedPlayer shareToken={shareToken} shared={shared} />
      </div>
      <WatchFoot about={about} />
    </div>
  )
}

/** Higher than wide: on a desktop there is room for its words beside it. */
const isUpright = ({ width, height }: Shared) => (height ?? 0) > (width ?? 0)

const Notice = ({ title, text }: { title: string; text: string }) => (
  <div className="relative isolate grid min-h-[60svh] place-items-center overflow-hidden px-5 py-20 text-center">
    <Contours seed={23} className="mask-b-from-40% -z-10" />
    <div className="max-w-lg">
      <PageTitle title={title} className="text-[2.75rem] sm:text-[3.75rem]" />
      <p className="mt-3 text-muted">{text}</p>
      <Link href="/" className={buttonClass('primary', 'md', 'mt-7')}>
        {texts.gone.home}
      </Link>
    </div>
  </div>
)
