import { texts } from './texts.ts'

export interface Quality {
  /** heights there are, largest first; none where there is nothing to choose */
  heights: readonly number[]
  /** null: by the line */
  chosen: number | null
  onChoose: (height: number | null) => void
}

/** The platform's own select: on a phone it is a wheel or a sheet. */
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
