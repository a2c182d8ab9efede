import { Link } from 'wouter'
import { texts } from '#texts/features/notifications.ts'
import { Inbox } from '../../features/notifications/inbox.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export default function InboxPage() {
  return (
    <div className="page max-w-4xl py-7 sm:py-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <PageTitle title={texts.title} />
        <Link href="/settings#notification-preferences" className={buttonClass('outline', 'sm')}>
          {texts.choose}
        </Link>
      </div>
      <div className="mt-4">
        <Inbox />
      </div>
    </div>
  )
}
