import type { PlansAnswer } from '#contract/money/subscriptions.ts'
import { texts } from '#texts/features/subscriptions.ts'
import { cx } from '../../lib/cx.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/icons/check.tsx'
import { breakEvenViews } from './rules.ts'

type Plan = PlansAnswer['plans'][number]

const Mark = ({ strong = false, children }: { strong?: boolean; children: string }) => (
  <span
    className={cx(
      'rounded-sm px-2 py-1 font-semibold text-[0.75rem] leading-none',
      strong ? 'bg-pine text-on-pine' : 'bg-accent-tint text-accent-strong',
    )}
  >
    {children}
  </span>
)

/** One plan: its price, its multiplier, and its button. @param action null if there is nothing to do */
export function PlanCard({
  plan,
  standing,
  addsTax,
  action,
}: {
  plan: Plan
  addsTax: boolean
  /** null: the person has another plan */
  standing: 'current' | 'paused' | null
  action: { label: string; filled: boolean; onPress: () => void } | null
}) {
  const id = `plan-${plan.tier}`
  const breakEven = breakEvenViews(plan)
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'flex flex-col rounded-xl border bg-surface p-5 sm:p-6',
        standing ? 'border-pine' : plan.badge ? 'border-accent/55' : 'border-line',
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h3 id={id} className="heading text-[1.75rem]">
          {plan.name}
        </h3>
        <div className="flex flex-wrap justify-end gap-1.5">
          {standing && <Mark strong>{texts[standing]}</Mark>}
          {plan.badge && <Mark>{plan.badge}</Mark>}
        </div>
      </div>
      <p className="mt-3 flex items-baseline gap-2">
        <span className="figure text-[3rem] leading-none">
          {plan.price === 0 ? '$0' : formatMoney(plan.price)}
        </span>
        <span className="text-muted text-sm">
          {plan.price === 0 ? texts.forever : addsTax ? texts.perMonthBeforeTax : texts.perMonth}
        </span>
      </p>
      {breakEven !== null && (
        <p className="numeric mt-2 text-muted text-sm">{texts.breakEven({ views: breakEven })}</p>
      )}
      <ul className="mt-5 space-y-2.5 text-[0.9375rem]">
        {plan.features.map(feature => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-pine" strokeWidth={2.4} />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex items-center not-empty:pt-6 lg:min-h-17">
        {action ? (
          <Button variant={action.filled ? 'primary' : 'outline'} className="w-full" onClick={action.onPress}>
            {action.label}
          </Button>
        ) : (
          plan.tier === 'free' && !standing && <p className="text-muted text-sm">{texts.included}</p>
        )}
      </div>
    </section>
  )
}
