import { PageTitle } from '../../ui/page-title.tsx'

export interface LegalText {
  title: string
  since: string
  sections: readonly { title: string; text: string }[]
}

/** A long text on a plain page. */
export const LegalPage = ({ text }: { text: LegalText }) => (
  <article className="page max-w-3xl py-12 sm:py-16">
    <PageTitle title={text.title} className="text-[2.75rem] sm:text-[3.5rem]" />
    <p className="mt-2 text-muted">{text.since}</p>
    {text.sections.map(section => (
      <section key={section.title} className="mt-8">
        <h2 className="heading text-[1.5rem]">{section.title}</h2>
        <p className="mt-2 leading-relaxed">{section.text}</p>
      </section>
    ))}
  </article>
)
