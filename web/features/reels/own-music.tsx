import { useId, useState } from 'react'
import { api } from '#contract/paths.ts'
import type { MusicFile } from '#contract/reels/music.ts'
import { lastStartOf, musicEndings, musicLimits } from '#contract/reels/music-limits.ts'
import { texts } from '#texts/features/reels.ts'
import { call, sendBytes } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { toast, toastOf } from '../../lib/toast.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { FileButton } from '../../ui/inputs/file-button.tsx'
import { Slider } from '../../ui/inputs/slider.tsx'
import { formatTenths } from '../editor/trim-rules.ts'

const { music: words } = texts

/** A file's name without characters that no name has, and not too long. */
const nameOf = (file: File): string =>
  [...file.name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, musicLimits.name).join('') ||
  words.unnamed

/** What is to be said about own music that is chosen; null when there is nothing. */
function about(chosen: MusicFile): string | null {
  if (chosen.status === 'reading') return words.reading({ name: chosen.name })
  if (chosen.status === 'failed' || !chosen.url) return null
  return chosen.beats ? words.ready : words.noBeat
}

/** Brings music of one's own for the reels of a video: first the rights, then the file. */
export function OwnMusic({
  videoId,
  files,
  onRetry,
  chosen,
  from,
  onChoose,
}: {
  videoId: string
  files: readonly MusicFile[]
  /** null unless the list couldn't be loaded */
  onRetry: (() => void) | null
  /** the own music of the plan */
  chosen: MusicFile | null
  /** where in it the reel starts, seconds */
  from: number
  onChoose: (id: string, from: number) => void
}) {
  const [open, setOpen] = useState(false)
  const said = chosen && about(chosen)
  return (
    <div className="space-y-3">
      {onRetry && <ErrorState title={words.listFailed} error={null} onRetry={onRetry} />}
      {said && (
        <p role="status" className="text-muted text-sm">
          {said}
        </p>
      )}
      {chosen?.url && chosen.duration !== null && (
        <Start duration={chosen.duration} from={from} onChange={to => onChoose(chosen.id, to)} />
      )}
      {files
        .filter(({ status }) => status === 'failed')
        .map(file => (
          <Failed key={file.id} videoId={videoId} file={file} />
        ))}
      {open ? (
        <Upload
          videoId={videoId}
          onDone={id => {
            setOpen(false)
            onChoose(id, 0)
          }}
        />
      ) : (
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          {words.open}
        </Button>
      )}
    </div>
  )
}

/** Chooses which part of a song the reel plays, by where it starts. */
function Start({
  duration,
  from,
  onChange,
}: {
  duration: number
  from: number
  onChange: (from: number) => void
}) {
  const latest = lastStartOf(duration)
  if (latest === 0) return null
  const text = words.startAt({ at: formatTenths(from), length: formatTenths(duration) })
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold text-sm">
        {words.start}
        <span className="numeric font-normal text-muted">{text}</span>
      </p>
      <Slider label={words.start} value={from} max={latest} step={0.1} text={text} onChange={onChange} />
    </div>
  )
}

function Upload({ videoId, onDone }: { videoId: string; onDone: (id: string) => void }) {
  const [sure, setSure] = useState(false)
  const hint = useId()
  const uploading = useAction({
    mutationFn: (file: File) =>
      sendBytes(
        'uploadMusic',
        { params: { id: videoId }, query: { name: nameOf(file), rights: 'confirmed' } },
        file,
      ),
    onDone: ({ id }) => onDone(id),
    failed: { title: words.uploadFailed, otherwise: texts.noConnection },
    refresh: [api.musicFiles(videoId)],
    refreshOn: 'settled',
  })
  return (
    <div className="space-y-3 rounded-lg border border-line p-4">
      <Checkbox checked={sure} aria-describedby={hint} onChange={setSure}>
        {words.rights}
      </Checkbox>
      <p id={hint} className="text-muted text-sm">
        {words.hint({ megabytes: musicLimits.bytes / 1e6, minutes: musicLimits.seconds / 60 })}
      </p>
      <FileButton
        label={uploading.isPending ? words.uploading : words.choose}
        accept={musicEndings}
        disabled={!sure || uploading.isPending}
        onFile={file => {
          // The server says the same, but only after a phone has uploaded the whole file.
          if (file.size > musicLimits.bytes)
            toast(toastOf(words.tooLarge, { megabytes: musicLimits.bytes / 1e6 }))
          else uploading.mutate(file)
        }}
      />
    </div>
  )
}

function Failed({ videoId, file }: { videoId: string; file: MusicFile }) {
  const removing = useAction({
    mutationFn: () => call('deleteMusic', { params: { id: videoId, musicId: file.id } }),
    failed: { title: words.removeFailed, otherwise: texts.noConnection },
    refresh: [api.musicFiles(videoId)],
    refreshOn: 'settled',
  })
  return (
    <Alert
      tone="danger"
      title={words.unusable({ name: file.name })}
      action={
        <Button
          variant="outline"
          size="sm"
          busy={removing.isPending}
          aria-label={words.removeOf({ name: file.name })}
          onClick={() => removing.mutate()}
        >
          {words.remove}
        </Button>
      }
    >
      {file.error}
    </Alert>
  )
}
