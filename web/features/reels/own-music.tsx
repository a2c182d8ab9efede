import { useId, useState } from 'react'
import { api } from '#contract/paths.ts'
import type { MusicFile } from '#contract/reels/music.ts'
import { musicEndings, musicLimits } from '#contract/reels/music-limits.ts'
import { readJson, sendRaw } from '../../lib/calls/api.ts'
import { addressFor, call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { toast } from '../../lib/toast.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/inputs/file-button.tsx'
import { texts } from './texts.ts'

const { music: words } = texts

/** A file's name without characters that no name has, and not too long. */
const nameOf = (file: File): string =>
  [...file.name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, musicLimits.name).join('') ||
  words.unnamed

/** What is to be said about own music that is chosen; null when there is nothing. */
function about(chosen: MusicFile): string | null {
  if (chosen.status === 'reading') return words.reading(chosen.name)
  if (chosen.status === 'failed' || !chosen.url) return null
  return chosen.beats ? words.ready : words.noBeat
}

/** Brings music of one's own for the reels of a video: first the rights, then the file. */
export function OwnMusic({
  videoId,
  files,
  chosen,
  onChoose,
}: {
  videoId: string
  files: readonly MusicFile[]
  /** the own music of the plan */
  chosen: MusicFile | null
  onChoose: (id: string) => void
}) {
  const [open, setOpen] = useState(false)
  const said = chosen && about(chosen)
  return (
    <div className="space-y-3">
      {said && (
        <p role="status" className="text-muted text-sm">
          {said}
        </p>
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
            onChoose(id)
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

function Upload({ videoId, onDone }: { videoId: string; onDone: (id: string) => void }) {
  const [sure, setSure] = useState(false)
  const hint = useId()
  const uploading = useAction({
    mutationFn: async (file: File) => {
      const query = { name: nameOf(file), rights: 'confirmed' as const }
      const sent = await sendRaw(addressFor('uploadMusic', { params: { id: videoId }, query }), file)
      return readJson<MusicFile>(sent)
    },
    onDone: ({ id }) => onDone(id),
    failed: { title: words.uploadFailed, otherwise: texts.noConnection },
    refresh: [api.musicFiles(videoId)],
    refreshOn: 'settled',
  })
  return (
    <div className="space-y-3 rounded-lg border border-line p-4">
      <label className="flex items-start gap-2.5 text-[0.9375rem]">
        <input
          type="checkbox"
          className="mt-0.5 size-4.5 shrink-0 accent-(--accent)"
          checked={sure}
          aria-describedby={hint}
          onChange={event => setSure(event.target.checked)}
        />
        {words.rights}
      </label>
      <p id={hint} className="text-muted text-sm">
        {words.hint(musicLimits.bytes / 1e6, musicLimits.seconds / 60)}
      </p>
      <FileButton
        label={uploading.isPending ? words.uploading : words.choose}
        accept={musicEndings}
        disabled={!sure || uploading.isPending}
        onFile={file => {
          // The server says the same, but only after a phone has uploaded the whole file.
          if (file.size > musicLimits.bytes) toast(words.tooLarge(musicLimits.bytes / 1e6))
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
      title={words.unusable(file.name)}
      action={
        <Button
          variant="outline"
          size="sm"
          busy={removing.isPending}
          aria-label={words.removeOf(file.name)}
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
