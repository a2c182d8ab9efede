import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { videoPage } from '#contract/paths.ts'
import { texts } from '#texts/features/reels/waiting.ts'
import { reading } from '../../lib/calls/call.ts'
import { Alert } from '../../ui/alert.tsx'

/** Reels that riders sent to staff, each with the way to the page where it is decided; nothing while none waits. */
export function WaitingReels() {
  const { data = [] } = useQuery(reading('waitingReels'))
  if (data.length === 0) return null
  return (
    <div className="mt-3">
      <Alert title={texts.title({ count: data.length })}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {data.map(({ reelId, videoId, title }) => (
            <li key={reelId}>
              <Link href={`${videoPage(videoId)}#reels`} className="underline underline-offset-2">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
