import { Link } from 'wouter'
import type { Notification } from '#contract/notifications.ts'
import { texts } from '#texts/features/notifications.ts'
import { cx } from '../../lib/cx.ts'
import { formatMoment } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Banknote } from '../../ui/icons/banknote.tsx'
import { CircleX } from '../../ui/icons/circle-x.tsx'
import { Clapperboard } from '../../ui/icons/clapperboard.tsx'
import { CloudOff } from '../../ui/icons/cloud-off.tsx'
import type { Icon } from '../../ui/icons/icon.tsx'
import { Radio } from '../../ui/icons/radio.tsx'
import { SlidersHorizontal } from '../../ui/icons/sliders-horizontal.tsx'
import { TriangleExclamationPoint } from '../../ui/icons/triangle-exclamation-point.tsx'
import { Trophy } from '../../ui/icons/trophy.tsx'
import { useMarkRead } from './notifications.ts'

const looks: Record<Notification['type'], { icon: Icon; color: string }> = {
  clip_selected: { icon: Clapperboard, color: 'bg-approved-tint text-approved' },
  video_taken_down: { icon: CloudOff, color: 'bg-accent-tint text-accent' },
  video_published: { icon: Radio, color: 'bg-published-tint text-published' },
  earnings_milestone: { icon: Trophy, color: 'bg-accent-tint text-accent' },
  payout_processed: { icon: Banknote, color: 'bg-pine-tint text-pine' },
  video_rejected: { icon: CircleX, color: 'bg-ink/7 text-muted' },
  processing_failed: { icon: TriangleExclamationPoint, color: 'bg-danger-tint text-danger' },
  personal_record: { icon: Trophy, color: 'bg-pine-tint text-pine' },
  publishing_alert: { icon: TriangleExclamationPoint, color: 'bg-accent-tint text-accent' },
  payout_alert: { icon: TriangleExclamationPoint, color: 'bg-accent-tint text-accent' },
  video_reported: { icon: TriangleExclamationPoint, color: 'bg-danger-tint text-danger' },
  reel_sent: { icon: Clapperboard, color: 'bg-pine-tint text-pine' },
  score_proposal: { icon: SlidersHorizontal, color: 'bg-pine-tint text-pine' },
}

/** Notifications with an icon for their type; unread ones can be marked as read, and each links to its subject. */
export function NotificationList({
  notifications,
  compact = false,
}: {
  notifications: readonly Notification[]
  compact?: boolean
}) {
  const mark = useMarkRead()
  return (
    <ul className="divide-y divide-line">
      {notifications.map(one => {
        const { icon: Icon, color } = looks[one.type]
        const read = () => !one.isRead && mark.mutate(one.id)
        return (
          <li
            key={one.id}
            className={cx(
              'flex gap-3.5 [contain-intrinsic-size:auto_5.5rem] [content-visibility:auto]',
              compact ? 'px-4 py-3' : 'px-4 py-4 sm:px-5',
            )}
          >
            <span className={cx('grid size-9 shrink-0 place-items-center rounded-md', color)}>
              <Icon aria-hidden="true" className="size-4.5" strokeWidth={2} />
              <span className="sr-only">{texts.types[one.type]}</span>
            </span>
            <div className="min-w-0 flex-1">
              <p className={cx('break-words', one.isRead ? 'font-medium' : 'font-semibold')}>
                {!one.isRead && (
                  <span className="mr-2 inline-block size-2 rounded-full bg-accent align-middle">
                    <span className="sr-only">{texts.unread}</span>
                  </span>
                )}
                {one.title}
              </p>
              <p className={cx('break-words text-muted text-sm', compact && 'line-clamp-2')}>{one.message}</p>
              <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
                <time dateTime={one.createdAt} className="numeric text-muted text-xs">
                  {formatMoment(one.createdAt)}
                </time>
                {one.link && <Target link={one.link} title={one.title} onOpen={read} />}
                {!one.isRead && (
                  <Button
                    variant="quiet"
                    size="sm"
                    className="-mr-3 ml-auto"
                    aria-label={`${texts.markRead}: ${one.title}`}
                    onClick={read}
                  >
                    {texts.markRead}
                  </Button>
                )}
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Target({ link, title, onOpen }: { link: string; title: string; onOpen: () => void }) {
  const look = 'rounded-sm py-0.5 font-semibold text-accent text-sm hover:underline'
  const name = `${texts.open}: ${title}`
  // Handles our own pages and a platform's: a server link that isn't a path leads out of the app.
  return link.startsWith('/') ? (
    <Link href={link} aria-label={name} className={look} onClick={onOpen}>
      {texts.open}
    </Link>
  ) : (
    <a href={link} target="_blank" rel="noreferrer" aria-label={name} className={look} onClick={onOpen}>
      {texts.open}
    </a>
  )
}
