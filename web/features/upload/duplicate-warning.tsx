import { Link } from 'wouter'
import { formatDate } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { texts } from './texts.ts'
import type { KnownUpload } from './transfer/known-upload.ts'

export const DuplicateWarning = ({ known }: { known: KnownUpload }) => (
  <Alert
    tone="warning"
    title={texts.known.title(formatDate(known.createdAt))}
    action={
      <Link href={`/creator-dashboard?video=${known.id}`} className={buttonClass('outline', 'sm')}>
        {texts.known.show}
      </Link>
    }
  >
    {texts.known.text(known.title)}
  </Alert>
)
