import { useId } from 'react'
import { type BedName, bedNames } from '#contract/reels/bed-names.ts'
import { longestTitle, type ReelTarget, reelShapes, reelTargets } from '#contract/reels/limits.ts'
import type { ReelPlan } from '#contract/reels/reels.ts'
import { Select, TextField } from '../../ui/inputs/field.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { type GaugeState, ReelGauges } from './reel-gauges.tsx'
import { texts } from './texts.ts'

const { maker: words } = texts

/** What holds for the whole reel: shape, length, title card, music, gauges. */
export function ReelSettings({
  plan,
  gauges,
  onChange,
}: {
  plan: ReelPlan
  gauges: GaugeState
  onChange: (change: Partial<ReelPlan>) => void
}) {
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
          options={reelTargets.map(value => ({ value: String(value), label: words.seconds(value) }))}
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
        value={plan.music ?? ''}
        options={[
          { value: '', label: words.noMusic },
          ...bedNames.map(value => ({ value, label: words.beds[value] })),
        ]}
        onChange={event => onChange({ music: (event.target.value || null) as BedName | null })}
      />
      <Toggle
        label={words.onBeat}
        checked={plan.onBeat && plan.music !== null}
        disabled={plan.music === null}
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
