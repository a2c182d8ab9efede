import { Link } from 'wouter'
import { formatDate } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import type { KnownUpload } from './known-upload.ts'
import { texts } from './texts.ts'

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
