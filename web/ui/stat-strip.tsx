export interface Stat {
  label: string
  value: string
}

/** Four figures on one surface, separated by thin lines. */
export const StatStrip = ({ stats }: { stats: readonly Stat[] }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line lg:grid-cols-4">
    {stats.map(stat => (
      <div
        key={stat.label}
        className="flex flex-col-reverse justify-end bg-surface px-4 py-3 sm:px-6 sm:py-5"
      >
        <dt className="text-muted text-sm">{stat.label}</dt>
        <dd className="figure text-[2rem] leading-tight sm:text-[2.625rem]">{stat.value}</dd>
      </div>
    ))}
  </dl>
)
