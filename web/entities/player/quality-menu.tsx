import { texts } from './texts.ts'

export interface Quality {
  /** available heights, largest first; empty if there is no choice */
  heights: readonly number[]
  /** null: adaptive */
  chosen: number | null
  onChoose: (height: number | null) => void
}

/** The platform's native select: a wheel or a sheet on phones. */
export const QualityMenu = ({ heights, chosen, onChoose }: Quality) => (
  <select
    aria-label={texts.quality}
    value={chosen ?? ''}
    onChange={event => onChoose(event.target.value ? Number(event.target.value) : null)}
    className="h-9 rounded-md bg-night px-1 font-semibold text-snow text-xs transition-colors hover:bg-snow/15 focus-visible:outline-snow"
  >
    <option value="">{texts.auto}</option>
    {heights.map(height => (
      <option key={height} value={height}>
        {texts.height(height)}
      </option>
    ))}
  </select>
)
