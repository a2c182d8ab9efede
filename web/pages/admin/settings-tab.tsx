import { Section } from '../../ui/card.tsx'
import { texts } from './texts.ts'

const { settings: words } = texts

/** How the platform is set, to be read. */
export const SettingsTab = () => (
  <Section id="platform-settings" title={words.title} className="max-w-2xl">
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
)
