import { ContactLink } from '../../features/subscriptions/contact-link.tsx'
import { texts } from '../../features/subscriptions/texts.ts'
import { Section } from '../../ui/card.tsx'

export const Faq = () => (
  <Section id="faq" title={texts.faq.title}>
    <div className="divide-y divide-line border-line border-t">
      {texts.faq.items.map(({ question, answer }) => (
        <details key={question} className="group py-1">
          <summary className="flex cursor-pointer items-center justify-between gap-4 rounded-sm py-2.5 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <span aria-hidden="true" className="text-accent text-xl leading-none group-open:rotate-45">
              +
            </span>
          </summary>
          <p className="max-w-prose pb-3 text-[0.9375rem]">{answer}</p>
        </details>
      ))}
    </div>
    <p className="text-muted text-sm">
      {texts.faq.more} <ContactLink />
    </p>
  </Section>
)
