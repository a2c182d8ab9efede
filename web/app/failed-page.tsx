import { texts } from '#texts/app.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { type Failure, MissingCode } from '../ui/part/part.tsx'

/** Stands in for a page whose code couldn't be fetched. */
export const FailedPage = ({ retry }: Failure<object>) => (
  <div className="page py-10">
    <PageTitle title={texts.pageFailed.title} className="sr-only" />
    <MissingCode title={texts.pageFailed.title} retry={retry} />
  </div>
)
