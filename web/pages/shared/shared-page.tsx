import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useRoute } from 'wouter'
import { texts as sharing } from '../../features/sharing/texts.ts'
import { formatClock } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { SharedEmbed } from './shared-embed.tsx'
import { SharedLoaded, SharedPlayer } from './shared-stage.tsx'
import { texts } from './texts.ts'

const ReportDialog = lazy(() => import('../../features/sharing/report-dialog.tsx'))

/** A shared video or clip. Needs no sign-in. */
export default function SharedPage() {
  const [embedded] = useRoute('/s/:shareToken/embed')
  return embedded ? <SharedEmbed /> : <WholePage />
}

function WholePage() {
  const [, params] = useRoute('/s/:shareToken')
  const [reporting, setReporting] = useState(false)
  const shareToken = params?.shareToken ?? ''
  return (
    <SharedLoaded shareToken={shareToken} gone={<Notice {...texts.gone} />} full={<Notice {...texts.full} />}>
      {shared => (
        <div className="page max-w-5xl py-5 sm:py-8">
          <SharedPlayer shareToken={shareToken} shared={shared} />
          <div className="mt-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0 flex-1 basis-64">
              <PageTitle title={shared.title} className="break-words text-[2rem] sm:text-[2.5rem]" />
              <p className="numeric mt-1 break-words text-muted">
                {texts.by(shared.rider)} · {formatClock(shared.duration)}
              </p>
            </div>
            <Button variant="outline" size="sm" onClick={() => setReporting(true)}>
              <Flag aria-hidden="true" className="size-4" />
              {sharing.report.open}
            </Button>
          </div>
          <p className="mt-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-5 text-muted text-sm">
            {texts.join}
            <Link href="/" className="font-semibold text-accent hover:underline">
              {texts.joinAction}
            </Link>
          </p>
          {reporting && (
            <Suspense>
              <ReportDialog shareToken={shareToken} onClose={() => setReporting(false)} />
            </Suspense>
          )}
        </div>
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
