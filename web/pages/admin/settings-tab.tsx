import { Link } from 'wouter'
import { texts } from '#texts/pages/admin.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'

const { settings: words, weights } = texts

/** The platform's settings, read-only, and a link to the score weights. */
export const SettingsTab = () => (
  <div className="grid max-w-2xl gap-4">
    <Section id="platform-settings" title={words.title}>
      <p className="-mt-2 mb-4 text-muted text-sm">{words.note}</p>
      <dl className="divide-y divide-line border-line border-t">
        {words.facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 py-3">
            <dt className="text-muted">{name}</dt>
            <dd className="numeric font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
    <Section id="highlight-scores" title={weights.title}>
      <p className="-mt-2 mb-4 text-muted text-sm">{weights.text}</p>
      <Link href="/admin/score-weights" className={buttonClass('outline')}>
        {weights.open}
      </Link>
    </Section>
  </div>
)
