import { Link, useRoute } from 'wouter'
import { titleLook } from '../../entities/video/title-look.ts'
import { TitleRow } from '../../features/sharing/title-row.tsx'
import { JoinLine, ReportButton } from '../../features/sharing/watching.tsx'
import { formatClock } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { SharedPlaces } from './places.tsx'
import { SharedEmbed } from './shared-embed.tsx'
import { SharedLoaded, SharedPlayer } from './shared-stage.tsx'
import { texts } from './texts.ts'

/** A shared video or clip. Needs no sign-in. */
export default function SharedPage() {
  const [embedded] = useRoute('/s/:shareToken/embed')
  return embedded ? <SharedEmbed /> : <WholePage />
}

function WholePage() {
  const [, params] = useRoute('/s/:shareToken')
  const shareToken = params?.shareToken ?? ''
  return (
    <SharedLoaded shareToken={shareToken} gone={<Notice {...texts.gone} />} full={<Notice {...texts.full} />}>
      {shared => (
        <SharedPlaces>
          <SharedPlayer shareToken={shareToken} shared={shared} />
          <TitleRow
            title={<PageTitle title={shared.title} className={titleLook} />}
            facts={
              <p className="numeric mt-1 break-words text-muted">
                {[...(shared.rider ? [texts.by(shared.rider)] : []), formatClock(shared.duration)].join(
                  ' · ',
                )}
              </p>
            }
            actions={<ReportButton about={{ shareToken }} />}
          />
          <JoinLine />
        </SharedPlaces>
      )}
    </SharedLoaded>
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
