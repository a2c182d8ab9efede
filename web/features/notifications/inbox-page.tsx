import { PageTitle } from '../../ui/page-title.tsx'
import { Inbox } from './inbox.tsx'
import { texts } from './texts.ts'

export default function InboxPage() {
  return (
    <div className="page max-w-4xl py-7 sm:py-10">
      <PageTitle title={texts.title} />
      <div className="mt-4">
        <Inbox />
      </div>
    </div>
  )
}
