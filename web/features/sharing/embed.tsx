import type { ReactNode } from 'react'
import { texts } from '#texts/features/sharing/ride.ts'
import { PageTitle } from '../../ui/page-title.tsx'

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
