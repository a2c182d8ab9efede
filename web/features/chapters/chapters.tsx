import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { ChapterPart, ChaptersAnswer } from '#contract/chapters/schemas.ts'
import { videoPage } from '#contract/paths.ts'
import { texts } from '#texts/features/chapters.ts'
import { reading } from '../../lib/calls/call.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { Progress } from '../../ui/progress.tsx'

const JoinDialog = dialogPart(() => import('./join-dialog.tsx'))

const waitingMs = 5000
const joiningMs = 1000

const PartLinks = ({ parts, here }: { parts: readonly ChapterPart[]; here: string }) => (
  <ol className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
    {parts.map(({ id, title, fileName }) => (
      <li key={id} className="min-w-0 break-words">
        {id === here ? (
          <span className="font-semibold">{title}</span>
        ) : (
          <Link href={videoPage(id)} className="font-semibold underline underline-offset-2">
            {title}
          </Link>
        )}
        {title !== fileName.replace(/\.\w+$/, '') && ` (${fileName})`}
      </li>
    ))}
  </ol>
)

type Joined = NonNullable<ChaptersAnswer['joined']>

function JoinedNote({ joined, found, here }: { joined: Joined; found: ChaptersAnswer; here: string }) {
  const { parts, count } = found
  const joining = joined.state === 'joining'
  const part = parts.find(({ id }) => id === here)
  const open = joined.id !== here && (
    <Link href={videoPage(joined.id)} className={buttonClass('outline', 'sm')}>
      {texts.open}
    </Link>
  )
  if (joining)
    return (
      <Alert title={texts.joining({ parts: count })} action={open}>
        <div className="my-2 max-w-md">
          <Progress value={joined.progress} label={texts.progress} />
        </div>
        {texts.leave}
      </Alert>
    )
  return (
    <Alert
      title={part ? texts.partOf({ part: part.place, parts: count }) : texts.joinedFrom({ parts: count })}
      action={open}
    >
      {texts.publishOne}
      {!part && <PartLinks parts={parts} here={here} />}
    </Alert>
  )
}

/**
 * The other parts of a recording, joining them, and what became of it; nothing for a video that stands alone. A failure
 * to load it stays quiet: it is a hint beside what the page is about.
 * @param own whether the viewer uploaded the video
 */
export default function Chapters({ videoId, own }: { videoId: string; own: boolean }) {
  const { data } = useQuery({
    ...reading('chapters', { params: { id: videoId } }),
    refetchInterval: ({ state }) =>
      state.data?.joined?.state === 'joining' ? joiningMs : state.data?.waiting ? waitingMs : false,
  })
  const [asking, setAsking] = useState(false)
  if (!data) return null
  const { parts, count, refusal, joined } = data
  if (joined && joined.state !== 'failed')
    return parts.length > 0 ? <JoinedNote joined={joined} found={data} here={videoId} /> : null
  if (parts.length < 2) return null
  const here = parts.find(({ id }) => id === videoId)
  return (
    <>
      <Alert
        title={texts.found({ part: here?.place ?? 1, parts: count })}
        action={
          own && !refusal ? (
            <Button size="sm" onClick={() => setAsking(true)}>
              {texts.join}
            </Button>
          ) : null
        }
      >
        {refusal ?? texts.hint}
        {joined?.error && (
          <p className="mt-1">
            {texts.lastTry} {joined.error}
          </p>
        )}
        <PartLinks parts={parts} here={videoId} />
      </Alert>
      {asking && (
        <Suspense>
          <JoinDialog videoId={videoId} parts={parts} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
