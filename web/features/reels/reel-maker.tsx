import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { gaugeThemes } from '#contract/gauges/themes.ts'
import { api } from '#contract/paths.ts'
import { fitted, pieceOf } from '#contract/reels/best.ts'
import { aspectOf, mostPieces } from '#contract/reels/limits.ts'
import type { MusicBeats, MusicFile } from '#contract/reels/music.ts'
import { ownMusicOf, startOfMusic } from '#contract/reels/music-limits.ts'
import type { Reel, ReelPiece, ReelPlan } from '#contract/reels/schemas.ts'
import { focusAt, focusOf, lengthOf, peaksOf, timelineOf } from '#contract/reels/timeline.ts'
import { texts } from '#texts/features/reels.ts'
import { ApiError } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { cx } from '../../lib/cx.ts'
import { formatClock } from '../../lib/format.ts'
import { viewerUnitSystem } from '../../lib/units.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-buttons.tsx'
import { Check } from '../../ui/icons/check.tsx'
import { Plus } from '../../ui/icons/plus.tsx'
import { Slider } from '../../ui/inputs/slider.tsx'
import { musicQuery } from './calls.ts'
import { Frame } from './frame.tsx'
import type { Playable } from './music.ts'
import { PieceList } from './piece-list.tsx'
import { PieceTrim } from './piece-trim.tsx'
import { useGauges } from './reel-gauges.tsx'
import { ReelPreview } from './reel-preview.tsx'
import { ReelSettings } from './reel-settings.tsx'
import type { Found } from './rules.ts'

const { maker: words } = texts

export interface MakerVideo {
  id: string
  streamId: string
  duration: number
  /** width by height */
  aspect: number
}

/** Makes a reel of a video, or changes one: pieces, order, crop, title, music, with a preview that needs no rendering. */
export function ReelMaker({
  video,
  found,
  best,
  reel,
  onKept,
  onClose,
}: {
  video: MakerVideo
  found: Found
  /** what a new one starts with */
  best: ReelPlan
  /** the one that is changed; null for a new one */
  reel: Reel | null
  /** the next save changes this reel; null: it makes a new one */
  onKept: (reel: Reel | null) => void
  onClose: () => void
}) {
  const { plan, setPlan, change, gauges } = usePlan(video.id, reel?.plan ?? null, best)
  const [chosen, setChosen] = useState(0)
  const { highlights } = found
  const peaks = useMemo(() => peaksOf(highlights), [highlights])
  const music = useMusic(video.id, plan.music)
  const { playable, beats } = music
  const timeline = useMemo(
    () => timelineOf(plan, peaks, video.duration, beats),
    [plan, peaks, video.duration, beats],
  )
  const selected = Math.min(chosen, Math.max(0, plan.pieces.length - 1))
  const piece = plan.pieces[selected]
  const changePiece = (next: ReelPiece) => change({ pieces: plan.pieces.with(selected, next) })
  const add = (next: ReelPiece) => {
    change({ pieces: [...plan.pieces, next] })
    setChosen(plan.pieces.length)
  }
  const over = lengthOf(timeline) - plan.target
  const full = plan.pieces.length >= mostPieces
  const share = aspectOf[plan.shape] === null ? 1 : (aspectOf[plan.shape] as number) / video.aspect
  return (
    <Dialog open wide onClose={onClose} title={words.title} description={words.describe}>
      <div className="grid grid-cols-1 gap-7 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0 space-y-5">
          <ReelPreview
            streamId={video.streamId}
            aspect={video.aspect}
            plan={plan}
            music={playable}
            timeline={timeline}
            highlights={highlights}
            ride={gauges.ride}
            selected={selected}
            onCrop={crop => piece && changePiece({ ...piece, crop })}
          />
          {piece && (
            <>
              <PieceTrim
                streamId={video.streamId}
                piece={piece}
                duration={video.duration}
                onChange={changePiece}
              />
              {share < 1 && (
                <Crop
                  piece={piece}
                  auto={focusAt(focusOf(highlights, piece), piece.start)}
                  onChange={changePiece}
                />
              )}
            </>
          )}
        </div>
        <div className="min-w-0 space-y-6">
          <Choices
            streamId={video.streamId}
            found={found}
            disabled={full}
            onAdd={add}
            onAddSpan={() =>
              add({ start: 0, end: Math.min(4, Math.floor(video.duration * 10) / 10), crop: null })
            }
          />
          <section aria-label={words.pieces} className="space-y-2">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-semibold text-sm">{words.pieces}</h3>
              <p className={cx('numeric text-sm', over > 0.05 ? 'text-danger' : 'text-muted')}>
                {words.length({ seconds: lengthOf(timeline).toFixed(1), target: plan.target })}
              </p>
            </div>
            {over > 0.05 && (
              <TooLong seconds={over} onFit={() => setPlan(fitted(plan, peaks, video.duration, beats))} />
            )}
            {plan.pieces.length === 0 && <p className="text-muted text-sm">{words.noPieces}</p>}
            <PieceList
              streamId={video.streamId}
              pieces={plan.pieces}
              highlights={highlights}
              selected={selected}
              onSelect={setChosen}
              onChange={pieces => change({ pieces })}
            />
          </section>
          <ReelSettings videoId={video.id} plan={plan} music={music} gauges={gauges} onChange={change} />
        </div>
      </div>
      <Saving
        videoId={video.id}
        reel={reel}
        plan={plan}
        tooLong={over > 0.05}
        onKept={onKept}
        onDone={onClose}
      />
    </Dialog>
  )
}

const TooLong = ({ seconds, onFit }: { seconds: number; onFit: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <p role="status" className="text-danger text-sm">
      {words.tooLong({ seconds: seconds.toFixed(1) })}
    </p>
    <Button variant="outline" size="sm" onClick={onFit}>
      {words.fit}
    </Button>
  </div>
)

/**
 * The plan as its maker changes it. A new one has gauges where there is telemetry, until its maker decides.
 * @param first null for a new one, which starts with the best of the ride
 */
function usePlan(videoId: string, first: ReelPlan | null, best: ReelPlan) {
  const [made, setPlan] = useState(first ?? best)
  const [undecided, setUndecided] = useState(!first)
  const gauges = useGauges(videoId, made.pieces)
  const gauged = undecided && gauges.ride !== null
  const plan = useMemo(
    () => (gauged ? { ...made, gauges: { theme: gaugeThemes[0], units: viewerUnitSystem() } } : made),
    [gauged, made],
  )
  const change = (part: Partial<ReelPlan>) => {
    if (part.gauges) setUndecided(false)
    setPlan(now => ({ ...now, ...part }))
  }
  return { plan, setPlan, change, gauges }
}

function Crop({
  piece,
  auto,
  onChange,
}: {
  piece: ReelPiece
  auto: number
  onChange: (piece: ReelPiece) => void
}) {
  const x = piece.crop ?? auto
  return (
    <div>
      <div className="flex items-center justify-between gap-4">
        <p className="font-semibold text-sm">{words.crop}</p>
        <Button
          variant="quiet"
          size="sm"
          className="-mr-3"
          aria-pressed={piece.crop === null}
          onClick={() => onChange({ ...piece, crop: null })}
        >
          {piece.crop === null && <Check aria-hidden="true" className="size-4" />}
          {words.cropAuto}
        </Button>
      </div>
      <Slider
        label={words.crop}
        value={x}
        max={1}
        step={0.01}
        text={`${Math.round(x * 100)}%`}
        onChange={crop => onChange({ ...piece, crop })}
      />
      <p className="text-muted text-sm">{words.cropHint}</p>
    </div>
  )
}

/** The highlights of the ride: a press adds one to the end of the reel. */
function Choices({
  streamId,
  found,
  disabled,
  onAdd,
  onAddSpan,
}: {
  streamId: string
  found: Found
  disabled: boolean
  onAdd: (piece: ReelPiece) => void
  onAddSpan: () => void
}) {
  return (
    <section aria-label={words.highlights} className="space-y-2">
      <div className="flex items-center justify-between gap-4">
        <h3 className="font-semibold text-sm">{words.highlights}</h3>
        <Button variant="quiet" size="sm" className="-mr-3" disabled={disabled} onClick={onAddSpan}>
          <Plus aria-hidden="true" className="size-4" />
          {words.addSpan}
        </Button>
      </div>
      {found.highlights.length === 0 && <p className="text-muted text-sm">{words.noHighlights}</p>}
      <ul className="-m-0.5 grid max-h-70 gap-1.5 overflow-y-auto overscroll-contain p-0.5 sm:grid-cols-2">
        {found.highlights.map(highlight => (
          <li key={`${highlight.start}-${highlight.end}`}>
            <button
              type="button"
              disabled={disabled}
              aria-label={words.add({ name: highlight.description, at: formatClock(highlight.start) })}
              className="flex h-16 w-full items-center gap-3 rounded-md border border-line bg-surface px-2 text-left transition-colors hover:border-line-strong disabled:opacity-65"
              onClick={() => onAdd(pieceOf(highlight))}
            >
              <span className="relative shrink-0">
                <Frame
                  streamId={streamId}
                  seconds={(highlight.start + highlight.end) / 2}
                  className="h-11 w-[4.9rem] rounded-sm"
                />
                <Plus
                  aria-hidden="true"
                  className="absolute right-1 bottom-1 size-4.5 rounded-full bg-night/82 p-0.5 text-snow"
                />
              </span>
              <span className="line-clamp-3 min-w-0 text-xs">{highlight.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const noMusic: readonly MusicFile[] = []

/** The music that was brought for a video, and what of it a plan plays. */
function useMusic(
  videoId: string,
  music: ReelPlan['music'],
): {
  files: readonly MusicFile[]
  /** loads the list again; null unless that failed */
  retry: (() => void) | null
  playable: Playable | null
  beats: MusicBeats | null
} {
  const { data, isError, refetch } = useQuery(musicQuery(videoId))
  const files = data ?? noMusic
  const own = ownMusicOf(music)
  const from = startOfMusic(music)
  const bed = typeof music === 'string' ? music : null
  const { url = null, duration = null, beats = null } = files.find(({ id }) => id === own) ?? {}
  const playable = useMemo(
    () => bed ?? (url && duration !== null ? { url, from, seconds: duration - from } : null),
    [bed, url, duration, from],
  )
  return { files, retry: !data && isError ? () => void refetch() : null, playable, beats }
}

/** Keeps the plan, or keeps and renders it. */
function Saving({
  videoId,
  reel,
  plan,
  tooLong,
  onKept,
  onDone,
}: {
  videoId: string
  reel: Reel | null
  plan: ReelPlan
  tooLong: boolean
  onKept: (reel: Reel | null) => void
  onDone: () => void
}) {
  const { saving, rendering } = useSaving(videoId, reel, onKept, onDone)
  const empty = plan.pieces.length === 0
  return (
    <DialogActions>
      <Button variant="outline" busy={saving.isPending} disabled={empty} onClick={() => saving.mutate(plan)}>
        {words.save}
      </Button>
      <Button busy={rendering.isPending} disabled={empty || tooLong} onClick={() => rendering.mutate(plan)}>
        {words.render}
      </Button>
    </DialogActions>
  )
}

/** Keeps a plan, and renders it when asked to. A plan that is kept but can't be rendered isn't kept twice. */
function useSaving(
  videoId: string,
  reel: Reel | null,
  onKept: (reel: Reel | null) => void,
  onDone: () => void,
) {
  const keep = async (plan: ReelPlan) => {
    const kept = reel
      ? await call('replaceReel', {
          params: { id: videoId, reelId: reel.id },
          body: { plan, version: reel.version },
        })
      : await call('createReel', { params: { id: videoId }, body: plan })
    onKept(kept)
    return kept
  }
  const shared = (title: string) => ({
    onDone,
    failed: (error: Error) =>
      isGone(error) ? { title, description: words.deleted } : { title, otherwise: texts.noConnection },
    onFailed: (error: Error) => {
      if (isGone(error)) onKept(null)
    },
    refresh: [api.reels(videoId)],
    refreshOn: 'settled' as const,
  })
  const isGone = (error: Error) => reel !== null && error instanceof ApiError && error.code === 'not_found'
  const saving = useAction({ mutationFn: keep, done: { title: words.saved }, ...shared(words.saveFailed) })
  const rendering = useAction({
    mutationFn: async (plan: ReelPlan) => {
      const { id } = await keep(plan)
      return call('renderReel', { params: { id: videoId, reelId: id } })
    },
    ...shared(texts.list.renderFailed),
  })
  return { saving, rendering }
}
