import { useId } from 'react'
import { type BedName, bedNames } from '#contract/reels/bed-names.ts'
import { longestTitle, type ReelTarget, reelShapes, reelTargets } from '#contract/reels/limits.ts'
import type { MusicFile } from '#contract/reels/music.ts'
import { ownMusicOf, startOfMusic } from '#contract/reels/music-limits.ts'
import type { ReelPlan } from '#contract/reels/schemas.ts'
import { texts } from '#texts/features/reels.ts'
import { Select, TextField } from '../../ui/inputs/field.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { OwnMusic } from './own-music.tsx'
import { type GaugeState, ReelGauges } from './reel-gauges.tsx'

const { maker: words } = texts

const isBed = (value: string): value is BedName => (bedNames as readonly string[]).includes(value)
/** Music by its option: a bed's name, the id of own music, or '' for none. */
const musicOf = (value: string): ReelPlan['music'] =>
  isBed(value) ? value : value ? { file: value, from: 0 } : null

/** What holds for the whole reel: shape, length, title card, music, gauges. */
export function ReelSettings({
  videoId,
  plan,
  music: { files, retry },
  gauges,
  onChange,
}: {
  videoId: string
  plan: ReelPlan
  /** the music that was brought for this video's reels */
  music: { files: readonly MusicFile[]; retry: (() => void) | null }
  gauges: GaugeState
  onChange: (change: Partial<ReelPlan>) => void
}) {
  const own = ownMusicOf(plan.music)
  const chosen = files.find(({ id }) => id === own) ?? null
  const cutsOnBeat = own ? Boolean(chosen?.beats) : plan.music !== null
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        <Segments
          label={words.shape}
          value={plan.shape}
          options={reelShapes.map(value => ({ value, label: words.shapes[value] }))}
          onChange={shape => onChange({ shape })}
        />
        <Segments
          label={words.target}
          value={String(plan.target)}
          options={reelTargets.map(value => ({
            value: String(value),
            label: words.seconds({ count: value }),
          }))}
          onChange={value => onChange({ target: Number(value) as ReelTarget })}
        />
      </div>
      <TextField
        label={words.name}
        hint={words.nameHint}
        maxLength={longestTitle}
        value={plan.title}
        onChange={event => onChange({ title: event.target.value })}
      />
      <Select
        label={words.music}
        value={own ?? (plan.music as BedName | null) ?? ''}
        options={[
          { value: '', label: words.noMusic },
          ...bedNames.map(value => ({ value, label: words.beds[value] })),
          // Not in the list while that is loading.
          ...(own && !chosen ? [{ value: own, label: texts.music.own }] : []),
          ...files
            .filter(file => file.id === own || (file.status !== 'failed' && file.url !== null))
            .map(({ id, name }) => ({ value: id, label: texts.music.named({ name }) })),
        ]}
        onChange={event => onChange({ music: musicOf(event.target.value) })}
      />
      <OwnMusic
        videoId={videoId}
        files={files}
        onRetry={retry}
        chosen={chosen}
        from={startOfMusic(plan.music)}
        onChoose={(file, from) => onChange({ music: { file, from } })}
      />
      <Toggle
        label={words.onBeat}
        checked={plan.onBeat && cutsOnBeat}
        disabled={!cutsOnBeat}
        onChange={onBeat => onChange({ onBeat })}
      />
      <Toggle
        label={words.slowMotion}
        checked={plan.slowMotion}
        onChange={slowMotion => onChange({ slowMotion })}
      />
      <ReelGauges chosen={plan.gauges} state={gauges} onChange={gauges => onChange({ gauges })} />
    </div>
  )
}

function Toggle({
  label,
  checked,
  disabled = false,
  onChange,
}: {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <Switch
        id={id}
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
    </div>
  )
}
