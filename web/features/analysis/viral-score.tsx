import { texts } from '#texts/features/analysis.ts'
import { viralColor } from '../../entities/highlight/rules.ts'
import { cx } from '../../lib/cx.ts'
import { formatPercent } from '../../lib/format.ts'

/** The viral potential, in the color of its band. */
export const ViralScore = ({ score, version }: { score: number; version?: number }) => (
  <div className="flex items-center gap-4">
    <span className={cx('figure text-[2.5rem] leading-none', viralColor(score))}>{formatPercent(score)}</span>
    <span className="text-sm">
      <span className="block font-semibold">{texts.potential.title}</span>
      <span className="text-muted">{texts.potential.text}</span>
      {version !== undefined && (
        <span className="block text-muted text-xs">{texts.potential.version({ version })}</span>
      )}
    </span>
  </div>
)
