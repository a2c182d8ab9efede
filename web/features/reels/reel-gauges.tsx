import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ClipGauges } from '#contract/clips.ts'
import type { GaugeRide } from '#contract/gauges/schemas.ts'
import { gaugeThemes } from '#contract/gauges/themes.ts'
import { texts as clipTexts } from '#texts/entities/clip.ts'
import { texts } from '#texts/features/reels.ts'
import { gaugeDataQuery } from '../../entities/clip/clip.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { viewerUnitSystem } from '../../lib/units.ts'
import { Segments } from '../../ui/inputs/segments.tsx'
import { blocksOf } from './rules.ts'

const { maker: words } = texts
const themes = ['none', ...gaugeThemes] as const

export interface GaugeState {
  /** what the gauges of the reel show; null while that is unknown, or there is nothing */
  ride: GaugeRide | null
  /** why there can be no gauges; null when there can, and while that is unknown */
  reason: string | null
}

/** What gauges show in the pieces of a reel. */
export function useGauges(videoId: string, pieces: readonly { start: number; end: number }[]): GaugeState {
  const { data, error } = useQuery({
    ...gaugeDataQuery(videoId, { parts: blocksOf(pieces) }),
    // Gauges stay in sight while those of a piece that was just added are fetched.
    placeholderData: keepPreviousData,
  })
  if (error) return { ride: null, reason: sentenceOf(error, words.gaugesFailed) }
  if (!data || data.ride) return { ride: data?.ride ?? null, reason: null }
  return { ride: null, reason: data.state === 'pending' ? words.gaugesPending : clipTexts.noGauges }
}

/** Which gauges are burned into a reel. Without telemetry only those that are chosen already can be taken away. */
export function ReelGauges({
  chosen,
  state: { ride, reason },
  onChange,
}: {
  chosen: ClipGauges
  state: GaugeState
  onChange: (gauges: ClipGauges) => void
}) {
  const hint = useId()
  const theme = chosen === 'none' ? 'none' : chosen.theme
  return (
    <div aria-describedby={reason ? hint : undefined}>
      <p aria-hidden="true" className="mb-1.5 font-semibold text-sm">
        {clipTexts.gauges}
      </p>
      <Segments
        label={clipTexts.gauges}
        value={theme}
        options={themes.map(value => ({
          value,
          label: clipTexts.themes[value],
          disabled: value !== 'none' && !ride,
        }))}
        onChange={value =>
          onChange(
            value === 'none'
              ? value
              : { theme: value, units: chosen === 'none' ? viewerUnitSystem() : chosen.units },
          )
        }
      />
      {reason && (
        <p id={hint} className="mt-1.5 text-muted text-sm">
          {reason}
        </p>
      )}
    </div>
  )
}
