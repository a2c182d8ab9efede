import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { texts } from '#texts/features/sharing.ts'
import { Button } from '../../ui/button.tsx'
import { Flag } from '../../ui/icons/flag.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import type { Reported } from './report-dialog.tsx'

const ReportDialog = dialogPart(() => import('./report-dialog.tsx'))

/** Reports a video that anyone may watch. */
export function ReportButton({ about }: { about: Reported }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Flag aria-hidden="true" className="size-4" />
        {texts.report.open}
      </Button>
      {open && (
        <Suspense>
          <ReportDialog about={about} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Says to visitors what this place is. */
export const JoinLine = () => (
  <p className="mt-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-5 text-muted text-sm">
    {texts.join}
    <Link href="/" className="font-semibold text-accent hover:underline">
      {texts.joinAction}
    </Link>
  </p>
)

/** A player that fills another site's frame, with the way to the page it is from. */
export const EmbedFrame = ({
  title,
  href,
  children,
}: {
  title: string
  href: string
  children: ReactNode
}) => (
  <div className="relative grid min-h-0">
    <PageTitle title={title} className="sr-only" />
    {children}
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="absolute top-3 right-3 rounded-md bg-night/80 px-3 py-1.5 font-semibold text-snow text-sm hover:bg-night"
    >
      {texts.watchHere}
    </a>
  </div>
)

/** Why a frame shows no video. */
export const EmbedNotice = ({ title, text }: { title: string; text: string }) => (
  <div className="grid place-items-center p-5 text-center">
    <div className="max-w-md">
      <PageTitle title={title} className="text-[1.75rem]" />
      <p className="mt-2 text-snow/75">{text}</p>
    </div>
  </div>
)
