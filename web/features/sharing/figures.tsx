import type { RideFigures } from '#contract/sharing/public-video.ts'
import { texts } from '#texts/features/sharing/ride.ts'
import { cx } from '../../lib/cx.ts'
import { formatLength, formatNumber } from '../../lib/format.ts'
import { type Units, viewerUnits } from '../../lib/units.ts'

/** A figure with its unit, as the viewer reads it. @param value SI units */
export function writtenFigure(kind: keyof RideFigures, value: number, { far, speed }: Units): string {
  const tenths = (n: number) => texts.tenths({ n })
  switch (kind) {
    case 'distance':
      return `${tenths(value * far.factor)} ${far.name}`
    case 'topSpeed':
      return `${formatNumber(value * speed.factor)} ${speed.name}`
    case 'moving':
      return formatLength(value)
    case 'airtime':
      return `${tenths(value)} s`
    case 'landing':
      return `${tenths(value)} g`
  }
}

/** A ride is read in this order. */
const order = ['distance', 'topSpeed', 'moving', 'airtime', 'landing'] as const

/** Values with their names, beside each other. @param even in even columns, two on a phone */
export const FigureList = ({
  items,
  even = false,
  className,
}: {
  items: readonly { label: string; value: string }[]
  even?: boolean
  className?: string
}) => (
  <dl
    className={cx(
      even ? 'grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-6' : 'flex flex-wrap gap-x-9',
      'gap-y-3',
      className,
    )}
  >
    {items.map(({ label, value }) => (
      <div key={label} className="flex flex-col-reverse justify-end">
        <dt className="text-muted text-sm">{label}</dt>
        <dd className="figure text-[1.75rem] leading-tight">{value}</dd>
      </div>
    ))}
  </dl>
)

/** Those of some kinds that were measured, with their names, in the viewer's units. */
export function writtenFigures<K extends keyof RideFigures>(
  figures: Pick<RideFigures, K>,
  kinds: readonly K[],
): { label: string; value: string }[] {
  const units = viewerUnits()
  return kinds.flatMap(kind => {
    const value = figures[kind]
    return value === null ? [] : [{ label: texts.figures[kind], value: writtenFigure(kind, value, units) }]
  })
}

/** What a ride measured, in the viewer's units; nothing where nothing was. */
export function Figures({ figures }: { figures: RideFigures }) {
  const items = writtenFigures(figures, order)
  return items.length > 0 && <FigureList even items={items} />
}
