import { Section } from '../../ui/card.tsx'
import { texts } from './texts.ts'

export const HowItWorks = () => (
  <Section id="how-it-works" title={texts.howItWorks.title}>
    <ol className="space-y-4">
      {texts.howItWorks.steps.map((step, index) => (
        <li key={step.title} className="flex gap-4">
          <span aria-hidden="true" className="figure w-5 shrink-0 text-[1.5rem] text-muted leading-tight">
            {index + 1}
          </span>
          <div>
            <p className="font-semibold text-[0.9375rem]">{step.title}</p>
            <p className="text-muted text-sm">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  </Section>
)
