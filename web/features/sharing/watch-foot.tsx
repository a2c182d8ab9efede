import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { texts } from '#texts/features/sharing/ride.ts'
import { Flag } from '../../ui/icons/flag.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import type { Reported } from './report-dialog.tsx'

const ReportDialog = dialogPart(() => import('./report-dialog.tsx'))

/** Below a video that anyone may watch: what this place is, and how to report the video. */
export function WatchFoot({ about }: { about: Reported }) {
  const [reporting, setReporting] = useState(false)
  return (
    <div className="mt-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-5 text-muted text-sm">
      {texts.join}
      <Link href="/" className="font-semibold text-accent hover:underline">
        {texts.joinAction}
      </Link>
      <button
        type="button"
        onClick={() => setReporting(true)}
        className="flex min-h-6 items-center gap-1.5 hover:underline sm:ml-auto"
      >
        <Flag aria-hidden="true" className="size-3.5" />
        {texts.report}
      </button>
      {reporting && (
        <Suspense>
          <ReportDialog about={about} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </div>
  )
}
