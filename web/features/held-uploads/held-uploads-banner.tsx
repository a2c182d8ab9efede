import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { texts } from '#texts/features/held-uploads.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { heldUploadsQuery } from './calls.ts'

const { banner } = texts

/** A dashboard banner while uploads wait to be accepted or deleted; renders nothing otherwise. */
export function HeldUploadsBanner() {
  const { data } = useQuery(heldUploadsQuery)
  const count = data?.videos.length ?? 0
  if (count === 0) return null
  return (
    <Alert
      tone="warning"
      title={banner.title({ count })}
      action={
        <Link href="/settings" className={buttonClass('outline', 'sm')}>
          {banner.action}
        </Link>
      }
    >
      {banner.text}
    </Alert>
  )
}
